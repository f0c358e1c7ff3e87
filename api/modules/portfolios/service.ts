import { insertWithSlug } from "#api/data/insert-with-slug.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { isAccount } from "../users/service.ts";
import {
  collaborators,
  findCollaborator,
  findPortfolio,
  insertCollaborator,
  insertPortfolio,
  type PortfolioRow,
  type ProgramRow,
  programs,
} from "./queries.ts";
import type { CollaboratorBody, ProgramBody } from "./schemas.ts";

/** A new portfolio of the account. */
export async function createPortfolio(
  db: Db,
  ownerId: string,
  values: { name: string; description?: string | null | undefined },
) {
  const id = await insertPortfolio(db, { ...values, ownerId });
  return required(await findPortfolio(db, id, ownerId), "Portfolio");
}

/**
 * Shares a portfolio. An address is kept as it is, whether an account has it or not. Throws 404 for an unknown account,
 * 400 for the owner and 409 where it is shared with the person.
 */
export async function addCollaborator(
  db: Db,
  { id: portfolioId, ownerId }: PortfolioRow,
  { userId: named, email: address, role }: CollaboratorBody,
) {
  const userId = named ?? null;
  const email = address ?? null;
  if (userId === ownerId) throw badRequest("The owner cannot be a collaborator");
  if (userId !== null) required((await isAccount(db, userId)) ? userId : null, "Account");
  const id = await insertCollaborator(db, { portfolioId, userId, email, role });
  if (id === null) throw conflict("The portfolio is already shared with this person");
  return required(await findCollaborator(db, portfolioId, id), "Collaborator");
}

/** Ends the sharing with a person, who sees nothing from the next request on. Throws 404. */
export async function removeCollaborator(db: Db, portfolioId: string, id: string) {
  required(await findCollaborator(db, portfolioId, id), "Collaborator");
  await collaborators.remove(db, { id });
  return { id, deleted: true as const };
}

/** A new workspace of a program, with the slug of its name or one like it. */
export function createProgram(deps: Deps, ownerId: string, body: ProgramBody): Promise<ProgramRow> {
  return deps.transaction(({ db }) =>
    insertWithSlug({ name: body.name, kind: "program" }, (slug) =>
      programs.insertNew(db, { ...body, slug, ownerId }),
    ),
  );
}
