import { type Reader, sql } from '../../db/database.ts'
import { identities } from '../../db/tables/accounts/identities.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import type { Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'

/**
 * The account of a person at an identity provider. The issuer's id (subject) of a person never changes; an e-mail may belong to another
 * person later.
 */
export type IdentityRow = typeof identities.$inferSelect

/** A bound on the list, more than people connect. */
export const mostPerPerson = 50

export const insertIdentity = insertInto(
  identities,
  ['id', 'actorId', 'issuer', 'subject', 'email', 'createdAt', 'lastUsedAt'],
  'on conflict (issuer, subject) do nothing returning id',
  returning<{ id: string }>(),
)
const byName = sql<IdentityRow>('select * from identities where issuer = $1 and subject = $2')
const ofActor = sql<IdentityRow>(`select * from identities where actor_id = $1 order by id limit ${mostPerPerson}`)
const touch = write(
  pick(identities, ['id', 'email', 'lastUsedAt']),
  ({ id, email, lastUsedAt }) => `update identities set email = coalesce(${email}, email), last_used_at = ${lastUsedAt} where id = ${id}`,
)

export const findIdentity = (reader: Reader, { issuer, subject }: Claims): Promise<IdentityRow | undefined> =>
  reader.row(byName, [issuer, subject])

export const identitiesOf = (reader: Reader, actorId: string): Promise<IdentityRow[]> => reader.rows(ofActor, [actorId])

/** Answers its id; null when a concurrent request has inserted the same identity first. */
export async function addIdentity(act: PrivateAct, actorId: string, { issuer, subject, email }: Claims): Promise<string | null> {
  const row = { id: act.newId(), actorId, issuer, subject, email, createdAt: act.now, lastUsedAt: act.now }
  return (await act.row(insertIdentity(row)))?.id ?? null
}

export function useIdentity(act: PrivateAct, { id }: IdentityRow, { email }: Claims): void {
  act.send(touch({ id, email, lastUsedAt: act.now }))
}
