import { type EntityLink, entityLink } from '@tandem/contract'
import type { LinkRow } from '../../db/tables/cards/links.ts'
import { recordOf } from '../record-of.ts'

/** A link under both names of each value. Specification: service §2, decisions §3. */
export const linkOnWire: (row: LinkRow) => EntityLink = recordOf(entityLink, {
  linkId: 'id',
  system: 'externalSystem',
  url: 'externalUrl',
})

/** A link that stays on its card is not linked anew: the card is updated, and says how the link is now. Specification: decisions §1. */
export function changeInLog(before: LinkRow, after: LinkRow) {
  const said = (row: LinkRow) => ({ externalUrl: row.externalUrl, title: row.title, state: row.state })
  const changed = Object.entries(said(before)).filter(([name, value]) => said(after)[name as keyof ReturnType<typeof said>] !== value)
  return { link: { ...linkInLog(after), ...said(after) }, previous: { link: Object.fromEntries(changed) } }
}

/** A link in the payload of an activity. Specification: service §6. */
export function linkInLog(row: LinkRow) {
  return { linkId: row.id, externalSystem: row.externalSystem, externalId: row.externalId, externalUrl: row.externalUrl }
}
