import { integrationsTexts } from './integrations-en.ts'
import { leftOutTexts } from './left-out-en.ts'
import { rulesTexts } from './rules-en.ts'
import { transferTexts } from './transfer-en.ts'
import { verbs } from './verbs-en.ts'
import { webhooksTexts } from './webhooks-en.ts'

/** Texts of rules, webhooks, integrations, import and export. */
export const en = {
  ...rulesTexts,
  ...transferTexts,
  ...integrationsTexts,
  ...webhooksTexts,
  leftOut: leftOutTexts,
  verbs,
  /** As a sentence of its own: in some languages a verb has another word order there. */
  eventNames: verbs,
  families: {
    card: 'Cards',
    comment: 'Comments',
    agent_session: 'Agent sessions',
    vcs: 'Code hosts',
    list: 'Lists',
    label: 'Labels',
    field: 'Custom fields',
    member: 'Members',
    actor: 'Agents',
    board: 'The board',
    rule: 'Rules',
    webhook: 'Webhooks',
    integration: 'Integrations',
  },
  ping: 'a test delivery',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: 'Copy: {name}',
  shownOnce: 'Shown only once.',
  haveIt: 'I have saved it',
  choose: 'Choose …',
  gone: '(deleted)',
  quoted: '“{text}”',
  add: 'Add …',
  addByEnter: 'Type and press Enter',
  without: 'Remove: {name}',
  yes: 'yes',
  no: 'no',
  somebody: 'someone',
  cardElsewhere: 'an archived card',
} as const
