import { useTranslations } from 'use-intl'
import { toldIn } from '../../../api/told.ts'
import type { leftOutTexts } from '../../../i18n/automation/left-out-en.ts'

type Texts = typeof leftOutTexts

/** What an import left out and why, by what both are called in the texts: of two that fit the first counts. */
export const whats: Record<keyof Texts['what'], RegExp> = {
  votes: /^votes$/,
  covers: /^covers of cards$/,
  powerUps: /^what Power-Ups keep on cards$/,
  attachmentOf: /^(?:attachment|file) (?<name>".*") of (?<of>.*)$/,
  attachment: /^(?:attachment|file) (?<name>".*")$/,
  label: /^label (?<name>".*")$/,
  someLabel: /^label$/,
  field: /^custom field (?<name>".*")$/,
  fieldValue: /^value of a custom field of (?<name>.*)$/,
  list: /^list (?<name>".*")$/,
  card: /^card (?<name>.*)$/,
  comment: /^comment(?: .*)?$/,
  itemOf: /^checklist item (?<name>".*") of (?<of>.*)$/,
  item: /^checklist item (?<name>".*")$/,
  checklistName: /^name of the checklist (?<name>".*")$/,
  itemDates: /^due dates of checklist items$/,
  whoTicked: /^who ticked checklist items$/,
  watchers: /^who watches cards$/,
  sessions: /^sessions$/,
  delegation: /^delegation of (?<name>.*)$/,
  link: /^link of (?<name>.*?)(?: to \S+)?$/,
  relation: /^relation of (?<name>.*)$/,
  stickers: /^stickers of (?<name>.*)$/,
  labelsOf: /^(?<count>\d+) labels of (?<name>.*)$/,
  priority: /^priority of (?<name>.*)$/,
  column: /^column (?<name>".*")$/,
  row: /^row (?<count>\d+)$/,
  person: /^person (?<name>".*")$/,
  agent: /^agent (?<name>".*")$/,
  people: /^people$/,
  view: /^view (?<name>".*")$/,
  rule: /^rule (?<name>".*")$/,
  archiving: /^the archiving of the board$/,
  details: /^details of \S+$/,
  uploads: /^files that were uploaded to Trello$/,
  checklist: /^checklist (?<name>".*")$/,
  itemWithin: /^checklist item of (?<name>".*")$/,
  endOf: /^the end of (?<name>".*")$/,
  choices: /^(?<count>\d+) choices of the custom field (?<name>".*")$/,
  tooMany: /^(?<count>\d+) labels, lists, members or custom fields$/,
  older: /^older comments and history$/,
  boardSettings: /^settings of the board, /,
  roles: /^roles of members$/,
  boardPowerUps: /^what Power-Ups keep on the board$|^Power-Ups$/,
  listColours: /^colours of lists$/,
  allStickers: /^stickers$/,
  reminders: /^times of reminders$/,
  templates: /^that cards are templates$/,
  repetitions: /^repetitions of cards$/,
  mirrors: /^that cards mirror others$/,
  locations: /^locations of cards$/,
  unknown: /^(?<name>"[^"]*") of (?<of>.*)$/,
  date: /^\w+ of (?<name>.*)$/,
}
export const whys: Record<keyof Texts['why'], RegExp> = {
  onlyThey: /^only they can read it$/,
  noShape: /^it has no name, (?:choices or type|trigger or actions) /,
  noAddress: /^its address is not http or https$|is no http or https address$/,
  noneHere: /^there are none here$/,
  oneChecklist: /^the one checklist of a card has no name here$/,
  onlyCardsDue: /^only cards have one here$/,
  notInArchive: /^it is not in the archive$/,
  fileTooLarge: /^a file may have at most \d+ bytes here$/,
  quota: /^the files of a board may have \d+ bytes together$/,
  personQuota: /^the files that a person has attached may have \d+ bytes together$/,
  damaged: /^it is damaged in the archive$/,
  columns: /^it has no meaning here, and only (?<count>\d+) such columns become fields$/,
  noTitle: /^it has no title$/,
  noDate: /is no date such as /,
  noNumber: /is no number from /,
  noPriority: /is none of none, low, medium/,
  nobody: /^nobody of that name is on a board of yours/,
  noMembers: /^the token with which it was sent may not add members/,
  noScope: /^the token with which it was sent may not do what the rule does: it lacks /,
  goneAlong: /^it names a list, label, field or person that did not come along$/,
  cardMissing: /^its card is not in the file$/,
  twice: /^it comes twice$/,
  limit: /^a (?:board|card|field|file) holds (?<count>\d+) (?:views|rules|labels|of them)$/,
  noName: /^it has no name(?: or no search)?$/,
  listMissing: /^its list is not in the file$/,
  missing: /^(?:they are|its field is|the other card is) not in the file$/,
  unfit: /^a \S+ field does not take it$/,
  circle: /^it would close a circle$/,
  tooLong: /^they are too long for the history$/,
  toWork: /^what is imported is meant to be worked with$/,
  noAgent: /^an import sets no agent to work: /,
  integration: /^it belongs to an integration, /,
  noFiles: /^a JSON document holds no files: /,
  ownWatch: /^people choose for themselves what they watch$/,
  ownerAsked: /^it belongs to somebody else: /,
  ownerNotAsked: /^its owner was not asked, /,
  noProof: /^a file proves nothing of what somebody did$/,
  sameLabel: /^another one has the same name and colour: /,
  noItems: /^it has no items$/,
  noText: /^it has no text$/,
  stayThere: /^they stay there: /,
  longer: /^it is longer than (?<count>\d+) characters$/,
  lastActions: /^Trello exports the last (?<count>\d+) actions alone$/,
  unknown: /^this import does not know it$/,
  asMembers: /^all of them join as members$/,
  onePerson: /^the file says it of one person alone$/,
  dayBefore: /^reminders come a day before$/,
  plainCards: /^they come as plain cards$/,
  noSessions: /^an import sets nobody to work: /,
}

const none = { name: '', of: '', count: '' }

/** Says what was left out in the language of who reads it; what is newer than this app is told as the service does. */
export function useLeftOut(): { what: (told: string) => string; why: (told: string) => string } {
  const t = useTranslations('automation.leftOut')
  return {
    what(told) {
      const found = toldIn(whats, told)
      return found ? t(`what.${found.shape}`, { ...none, ...found.values }) : told
    },
    why(told) {
      const found = toldIn(whys, told)
      return found ? t(`why.${found.shape}`, { ...none, ...found.values }) : told
    },
  }
}
