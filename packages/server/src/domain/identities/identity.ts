import { type Reader, sql } from '../../db/database.ts'
import type { Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'

/** Who a person is elsewhere. The issuer's name for them is theirs for good; an e-mail may be another's tomorrow. */
export type IdentityRow = {
  id: string
  actor_id: string
  issuer: string
  subject: string
  email: string | null
  created_at: string
  last_used_at: string
}

/** More than anybody has, and a bound on the list. */
export const mostPerPerson = 50

export const insertIdentity = sql<{ id: string }>(`insert into identities (id, actor_id, issuer, subject, email, created_at, last_used_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (issuer, subject) do nothing returning id`)
const byName = sql<IdentityRow>('select * from identities where issuer = $1 and subject = $2')
const ofActor = sql<IdentityRow>(`select * from identities where actor_id = $1 order by id limit ${mostPerPerson}`)
const touch = sql('update identities set email = coalesce($2, email), last_used_at = $3 where id = $1')

export const findIdentity = (reader: Reader, { issuer, subject }: Claims): Promise<IdentityRow | undefined> =>
  reader.row(byName, [issuer, subject])

export const identitiesOf = (reader: Reader, actorId: string): Promise<IdentityRow[]> => reader.rows(ofActor, [actorId])

/** Answers its id; null when somebody else was first with the same one. */
export async function addIdentity(act: PrivateAct, actorId: string, { issuer, subject, email }: Claims): Promise<string | null> {
  return (await act.row(insertIdentity, [act.newId(), actorId, issuer, subject, email, act.now, act.now]))?.id ?? null
}

export function useIdentity(act: PrivateAct, { id }: IdentityRow, { email }: Claims): void {
  act.send(touch, [id, email, act.now])
}
