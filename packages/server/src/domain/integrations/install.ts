import { type ParsedInputOf, type TandemError } from '@tandem/contract'
import { parameter } from '../../db/parameters.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { type IntegrationRow, integrations } from '../../db/tables/agents/integrations.ts'
import { columnList, insertInto, pick, writeRows } from '../../db/writes.ts'
import { newToken } from '../../kernel/common/secrets.ts'
import { prepared, type Steps } from '../../kernel/handlers.ts'
import { requireActiveCredential } from '../../kernel/identity/active-credential.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { insertActor } from '../actors/new-actor.ts'
import { addMember } from '../members/member.ts'
import { refuseMoreOnBoard } from '../webhooks/of-boards.ts'
import { subscribe, type WebhookDeps } from '../webhooks/subscriptions.ts'
import { type DefaultRule, defaultRules } from './default-rules.ts'
import { integrationOnWire } from './record.ts'
import { listsOf, nameOfType } from './types.ts'

/**
 * Installs an integration: an agent without an owner, its membership, its token, and a subscription to all verbs. It belongs to the board:
 * it stays when the person who installed it leaves. Specification: service §4 and §5, decisions §5.
 */
export type InstallDeps = WebhookDeps & {
  /** Adds rules to the board of the mutation, which records them. */
  addRules: (tx: Mutation<'rule.created'>, rules: readonly DefaultRule[], author: string) => Promise<unknown>
}

/** Specification: service §5 rule 4. */
const scopes = ['boards:read', 'boards:write', 'cards:write', 'comments:write', 'integrations:write']

const installed = pick(integrations, [
  'boardId',
  'id',
  'type',
  'name',
  'status',
  'actorId',
  'inboundUrl',
  'config',
  'createdAt',
  'updatedAt',
])
const columns = columnList(installed)
/** Records the person who installed it, or the owner of the agent that did. */
const insertIntegration = writeRows(
  { ...installed, installer: parameter<string>('uuid') },
  (rows) => `insert into integrations (${columns}, installed_by)
  select ${columns}, (select coalesce(a.owner_actor_id, a.id) from actors a where a.id = rows.installer) from ${rows}`,
)
/** Minted by the integration itself: a token ends with its minter's account. */
const insertToken = insertInto(tokens, [
  'id',
  'hash',
  'lastFour',
  'label',
  'actorId',
  'mintedByActorId',
  'scopes',
  'createdAt',
  'integrationId',
])

type Installing = Mutation<'integration.installed' | 'member.added' | 'webhook.created' | 'rule.created'>

export function installIntegration({ seal, outbound, addRules }: InstallDeps): Steps<'integration.install'> {
  return prepared<'integration.install', TandemError | null>(
    (_read, input) => refusalOf(outbound, input.inboundUrl, 'inboundUrl'),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      // The reply has a token, so the credential is checked again in the transaction.
      await requireActiveCredential(tx, tx.principal)
      const lists = await listsOf(tx, input.type, input.config ?? {})
      await refuseMoreOnBoard(tx)
      const row = await addIntegration(tx, input)
      const token = mintToken(tx, row)
      const owner = { boardId: tx.board.id, actorId: null, integrationId: row.id }
      const { webhook } = subscribe(tx, seal, { actorId: row.actorId, grant: null }, owner, { url: row.inboundUrl, events: ['*'] })
      tx.record('webhook.created', { webhookId: webhook.id })
      tx.record('integration.installed', { integrationId: row.id, type: row.type, actorId: row.actorId })
      // The rules are the board's: they stay when the installer leaves.
      await addRules(tx, defaultRules(lists), row.actorId)
      return done({ integration: integrationOnWire(row, [], tx.role), token, signingSecret: webhook.secret })
    },
  )
}

/** The agent is made without being sent: nothing may refuse from here on. */
async function addIntegration(tx: Installing, input: ParsedInputOf<'integration.install'>): Promise<IntegrationRow> {
  const name = input.name ?? nameOfType(input.type)
  const actor = await insertActor(
    tx,
    {
      id: tx.newId(),
      kind: 'agent',
      name,
      email: null,
      passwordHash: null,
      isInstanceAdmin: false,
      ownerActorId: null,
      canBeDelegated: false,
      canBeMentioned: false,
    },
    undefined,
  )
  const row: IntegrationRow = {
    boardId: tx.board.id,
    id: tx.newId(),
    type: input.type,
    name,
    status: 'active',
    actorId: actor.id,
    inboundUrl: input.inboundUrl,
    config: input.config ?? {},
    publicKey: null,
    createdAt: tx.now,
    updatedAt: tx.now,
    removedAt: null,
  }
  tx.send(insertIntegration({ ...row, installer: tx.principal.actorId }))
  addMember(tx, tx, actor, 'member')
  return row
}

function mintToken(tx: Installing, { id, name, actorId, boardId }: IntegrationRow): string {
  const secret = newToken()
  const granted = [...scopes, `board:${boardId}`]
  tx.send(
    insertToken({
      id: tx.newId(),
      hash: hashOfSecret(secret),
      lastFour: secret.slice(-4),
      label: name,
      actorId,
      mintedByActorId: actorId,
      scopes: granted,
      createdAt: tx.now,
      integrationId: id,
    }),
  )
  return secret
}
