import { type ParsedInputOf, type TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { IntegrationRow } from '../../db/rows.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { type PreparedAct, prepared } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { newToken } from '../../kernel/secrets.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { insertActor } from '../actors/new-actor.ts'
import { addMember } from '../members/member.ts'
import { refuseMoreOnBoard } from '../webhooks/of-boards.ts'
import { subscribe, type WebhookDeps } from '../webhooks/subscriptions.ts'
import { type DefaultRule, defaultRules } from './default-rules.ts'
import { listsOf, nameOfType } from './types.ts'
import { integrationOnWire } from './wire.ts'

/**
 * Installing an integration: an agent that nobody owns, its membership, its token, and a subscription to every verb that stands on it. It
 * is the board's from then on: it stays when whoever installed it leaves. Specification: service §4 and §5, decisions §5.
 */
export type InstallDeps = WebhookDeps & {
  /** Adds rules to the board of the mutation, which records them. */
  addRules: (tx: Mutation<'rule.created'>, rules: readonly DefaultRule[]) => Promise<unknown>
}

/** Specification: service §5 rule 4. */
const scopes = ['boards:read', 'boards:write', 'cards:write', 'comments:write', 'integrations:write']

const insertIntegration =
  sql(`insert into integrations (board_id, id, type, name, status, actor_id, inbound_url, config, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`)
/** Minted by the integration itself: a token ends with its minter's account. */
const insertToken = sql(`insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, integration_id)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`)

type Installing = Mutation<'integration.installed' | 'member.added' | 'webhook.created' | 'rule.created'>

export function installIntegration({ seal, outbound, addRules }: InstallDeps): PreparedAct<'integration.install'> {
  return prepared<'integration.install', TandemError | null>(
    (_read, input) => refusalOf(outbound, input.inboundUrl, 'inboundUrl'),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      const lists = await listsOf(tx, input.type, input.config ?? {})
      await refuseMoreOnBoard(tx)
      const row = await addIntegration(tx, input)
      const token = mintToken(tx, row)
      const owner = { board_id: tx.board.id, actor_id: null, integration_id: row.id }
      const { webhook } = subscribe(tx, seal, { actorId: row.actor_id, grant: null }, owner, { url: row.inbound_url, events: ['*'] })
      tx.record('webhook.created', { webhookId: webhook.id })
      tx.record('integration.installed', { integrationId: row.id, type: row.type, actorId: row.actor_id })
      await addRules(tx, defaultRules(lists))
      return { integration: integrationOnWire(row, [], tx.role), token, signingSecret: webhook.secret }
    },
  )
}

/** The agent is made without being sent: nothing may refuse from here on. */
async function addIntegration(tx: Installing, input: ParsedInputOf<'integration.install'>): Promise<IntegrationRow> {
  const name = input.name ?? nameOfType(input.type)
  const actor = await insertActor(
    tx,
    {
      ...{ id: tx.newId(), kind: 'agent', name, email: null, password_hash: null, is_instance_admin: false },
      ...{ owner_actor_id: null, can_be_delegated: false, can_be_mentioned: false },
    },
    undefined,
  )
  const row: IntegrationRow = {
    ...{ board_id: tx.board.id, id: tx.newId(), type: input.type, name, status: 'active', actor_id: actor.id },
    ...{ inbound_url: input.inboundUrl, config: input.config ?? {}, public_key: null },
    ...{ created_at: tx.now, updated_at: tx.now, removed_at: null },
  }
  const config = JSON.stringify(row.config)
  tx.send(insertIntegration, [row.board_id, row.id, row.type, row.name, row.status, row.actor_id, row.inbound_url, config, row.created_at])
  addMember(tx, tx, actor, 'member')
  return row
}

function mintToken(tx: Installing, { id, name, actor_id: actorId, board_id: boardId }: IntegrationRow): string {
  const secret = newToken()
  const granted = [...scopes, `board:${boardId}`]
  tx.send(insertToken, [tx.newId(), hashOfSecret(secret), secret.slice(-4), name, actorId, granted, tx.now, id])
  return secret
}
