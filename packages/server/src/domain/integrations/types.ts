import { fieldRefusal, manifests, type PluginManifest } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** The kinds of integration. Others than these may be installed too, under a slug of their own. Specification: decisions §5. */
const known = new Map<string, PluginManifest>(manifests.map((manifest) => [manifest.type, manifest]))
const codeHosts = new Set(['github', 'gitlab'])

export const listTypes: HandlerOf<'integrationType.list'> = async () => [...manifests]

/** The default name of an integration. */
export const nameOfType = (type: string): string => known.get(type)?.name ?? type

/** The lists between which a code host moves cards, in the words of its config. */
const listKeys = ['inProgressListId', 'doneListId'] as const
export type ListKey = (typeof listKeys)[number]

const isList = sql<{ id: string }>('select id from lists where board_id = $1 and id::text = $2')

/** The lists that the config of a code host names, by key. Throws validation when one is no list of the board. */
export async function listsOf(
  tx: Mutation<never>,
  type: string,
  config: Readonly<Record<string, unknown>>,
): Promise<Partial<Record<ListKey, string>>> {
  if (!codeHosts.has(type)) return {}
  const lists: Partial<Record<ListKey, string>> = {}
  for (const key of listKeys) {
    const value = config[key]
    if (value === undefined || value === null) continue
    const found = typeof value === 'string' ? await tx.row(isList, [tx.board.id, value.toLowerCase()]) : undefined
    if (!found) throw fieldRefusal('config', 'configListGone', { key })
    lists[key] = found.id
  }
  return lists
}
