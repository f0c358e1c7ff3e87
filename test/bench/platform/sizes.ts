/** Rows of the seed at full scale. */
const full = {
  accounts: 200_000,
  entities: 50_000,
  roles: 100_000,
  applications: 1_000_000,
  startups: 50_000,
  mandates: 20_000,
  rooms: 20_000,
};

export type Sizes = typeof full;

/** The sizes at a share of the full scale; never fewer than 200 of anything. */
export const sizesAt = (scale: number): Sizes =>
  Object.fromEntries(
    Object.entries(full).map(([name, count]) => [name, Math.max(200, Math.round(count * scale))]),
  ) as Sizes;
