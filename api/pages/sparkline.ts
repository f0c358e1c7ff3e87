import { type Html, nothing } from "./html.ts";

const [width, height, margin] = [88, 22, 2];

/**
 * A line without axes, oldest value first, as inline SVG. A null is a gap. It says nothing that the figures beside it do not
 * say, and is hidden from who cannot see it. Nothing for fewer than three values.
 */
export function sparkline(values: readonly (number | null)[]): Html {
  const known = values.filter((value) => value !== null);
  if (known.length < 3) return nothing;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => margin + (at * (width - 2 * margin)) / (values.length - 1);
  const y = (value: number) =>
    high === low ? height / 2 : margin + ((high - value) * (height - 2 * margin)) / (high - low);
  const path = values.reduce<string>((drawn, value, at) => {
    if (value === null) return drawn;
    const isJoined = at > 0 && values[at - 1] !== null;
    return `${drawn}${isJoined ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  }, "");
  const last = known.at(-1) ?? 0;
  const end = values.lastIndexOf(last);
  return {
    html:
      `<svg class="spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">` +
      `<path d="${path}"/><circle cx="${x(end).toFixed(1)}" cy="${y(last).toFixed(1)}" r="2"/></svg>`,
  };
}
