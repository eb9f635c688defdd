import type { Notification } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { toldIn } from '../../api/told.ts'
import type { en } from '../../i18n/inbox/en.ts'
import { plain } from '../../ui/plain.ts'
import { useEndWords } from '../card/sessions/use-end-words.ts'

/** What the service itself says in an excerpt, by what it is called in the texts; everything else was said by people and agents. */
export const shapes: Record<keyof (typeof en)['told'], RegExp> = {
  listGone: /^The rule (?<rule>".*") is paused: The list (?<name>".*") is gone\.$/,
  labelGone: /^The rule (?<rule>".*") is paused: The label (?<name>".*") is gone\.$/,
  fieldGone: /^The rule (?<rule>".*") is paused: The custom field (?<name>".*") is gone\.$/,
  memberGone: /^The rule (?<rule>".*") is paused: A member whom it names is gone\.$/,
  authorGone: /^The rule (?<rule>".*") is paused: Its author is no active member of this board any more\. /,
  authorWeak: /^The rule (?<rule>".*") is paused: Its author needs the role (?<role>\w+) for what it does\. /,
  failing: /^The rule (?<rule>".*") is paused: It has failed (?<count>\d+) times in a row\. /,
  // A long name leaves no room for the reason.
  paused: /^The rule "(?<rule>.*?)(?:" is paused: .*)?$/,
  webhookFailing: /^A webhook was switched off: (?<count>\d+) deliveries in a row failed\. /,
  webhookOrphaned: /^A webhook was switched off: whoever set it up /,
}
const ofTheService = (row: Notification): boolean => row.verb === 'rule.updated' || row.reason === 'webhook_disabled'

/** How what was said begins, in the language of who reads it. */
export function useExcerpt(): (row: Notification) => string | null {
  const t = useTranslations('inbox.told')
  const ended = useEndWords()
  return (row) => {
    if (!row.excerpt || row.reason === 'due_soon' || row.reason === 'agent_requested') return null
    const told = ofTheService(row) ? toldIn(shapes, row.excerpt) : null
    if (told) return t(told.shape, { rule: '', name: '', count: '', role: '', ...told.values })
    return row.verb === 'agent_session.failed' ? ended(plain(row.excerpt)) : plain(row.excerpt)
  }
}
