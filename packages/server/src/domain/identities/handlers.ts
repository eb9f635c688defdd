import { type Identity, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { identities } from '../../db/tables/accounts/identities.ts'
import { deleteFrom } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { hasAccounts } from '../actors/instance.ts'
import { registrationNow } from '../actors/register.ts'
import { type IdentityRow, identitiesOf } from './identity.ts'

/** The ways in: of the instance, and of a person. */
const listProviders: HandlerOf<'auth.providers'> = async (read) => ({
  localLogin: read.policy.localLogin,
  providers: read.policy.providers.map(({ id, name }) => ({ id, name })),
  firstAccount: registrationNow(read.policy, true) !== 'closed' && !(await hasAccounts(read)),
})

const listIdentities: HandlerOf<'me.identities.list'> = async (read) =>
  (await identitiesOf(read, read.principal.actorId)).map((row) => onWire(row, read.policy))

const providerOf = ({ issuer }: IdentityRow, { providers }: Policy) => providers.find((each) => each.issuer === issuer)

function onWire(row: IdentityRow, policy: Policy): Identity {
  return {
    id: row.id,
    providerName: providerOf(row, policy)?.name ?? null,
    issuer: row.issuer,
    email: row.email,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
  }
}

const lockActor = sql<Pick<ActorRow, 'passwordHash'>>('select password_hash from actors where id = $1 for no key update')
const deleteIdentity = deleteFrom(identities, { key: ['id', 'actorId'] })

const unlinkIdentity: HandlerOf<'me.identities.unlink'> = async (act, input) => {
  const actorId = act.principal?.actorId ?? ''
  const actor = await act.row(lockActor, [actorId])
  const all = await identitiesOf(act, actorId)
  const gone = all.find(({ id }) => id === input.identityId)
  if (!gone) throw refusal('identityGone')
  const hasPassword = act.policy.localLogin && actor?.passwordHash != null
  if (!hasPassword && !all.some((row) => row !== gone && providerOf(row, act.policy))) throw refusal('lastWayIn')
  act.send(deleteIdentity({ id: gone.id, actorId }))
  act.audit({ detail: { identityId: gone.id, issuer: gone.issuer } })
  return null
}

export const identityHandlers = {
  'auth.providers': answers(listProviders),
  'me.identities.list': answers(listIdentities),
  'me.identities.unlink': answers(unlinkIdentity),
} satisfies Partial<Handlers>
