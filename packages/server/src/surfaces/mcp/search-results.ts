import { type Card, escapeAll } from '@tandem/contract'
import { webUrl } from '../../config.ts'
import { cardDetail } from './shapes/cards.ts'
import type { Visit } from './visit.ts'

/** The pair of tools that connectors without a catalogue of their own expect: results with id, title and url, and the text behind one. */
export function asResults(visit: Visit, hits: unknown): Record<string, unknown> {
  const rows = hits as { key: string; title: string }[]
  return { results: rows.map((row) => ({ ...row, id: row.key, url: urlOf(visit, row.key) })) }
}

export async function asFetched(visit: Visit, body: unknown): Promise<Record<string, unknown>> {
  const { card } = body as { card: Card }
  const detail = cardDetail(card, await visit.book(card.boardId))
  return {
    ...{ id: card.key, title: card.title, text: JSON.stringify(escapeAll(detail.card)), url: urlOf(visit, card.key) },
    metadata: { updatedAt: card.updatedAt },
  }
}

const urlOf = ({ deps }: Visit, key: string): string => `${webUrl(deps.config) ?? ''}/cards/${key}`
