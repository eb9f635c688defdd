import type { Params } from './errors.ts'
import type { Explained } from './refusals.ts'
import { type ParamsIn, paramsIn, sentenceWith } from './sentences.ts'

/** What an import leaves out, and why: codes and their sentences, as reasons of refusals have them. */
export const leftOutThings = {
  agent: 'agent "{name}"',
  archiving: 'the archiving of the board',
  attachment: 'attachment "{name}"',
  attachmentOf: 'attachment "{name}" of "{of}"',
  boardPowerUps: 'what Power-Ups keep on the board',
  boardSettings: 'settings of the board, such as its background',
  card: 'card "{name}"',
  checklist: 'checklist "{name}"',
  checklistName: 'name of the checklist "{name}"',
  choices: '{count} choices of the custom field "{name}"',
  column: 'column "{name}"',
  comment: 'comment',
  covers: 'covers of cards',
  date: 'date of "{name}"',
  delegation: 'delegation of "{name}"',
  details: 'details of {verb}',
  due: 'due of "{name}"',
  endOf: 'the end of "{name}"',
  field: 'custom field "{name}"',
  fieldValue: 'value of a custom field of "{name}"',
  file: 'file "{name}"',
  item: 'checklist item "{name}"',
  itemDates: 'due dates of checklist items',
  itemOf: 'checklist item "{name}" of "{of}"',
  itemWithin: 'checklist item of "{name}"',
  label: 'label "{name}"',
  labelsOf: '{count} labels of "{name}"',
  link: 'link of "{name}"',
  linkTo: 'link of "{name}" to {url}',
  list: 'list "{name}"',
  listColours: 'colours of lists',
  locations: 'locations of cards',
  mirrors: 'that cards mirror others',
  number: 'number of "{name}"',
  queue: 'the queue of the list "{name}"',
  older: 'older comments and history',
  people: 'people',
  person: 'person "{name}"',
  powerUps: 'what Power-Ups keep on cards',
  powerUpsOfBoard: 'Power-Ups',
  priority: 'priority of "{name}"',
  relation: 'relation of "{name}"',
  reminders: 'times of reminders',
  repetitions: 'repetitions of cards',
  roles: 'roles of members',
  row: 'row {count}',
  rule: 'rule "{name}"',
  sessions: 'sessions',
  someLabel: 'label',
  someRelation: 'relation of a card',
  start: 'start of "{name}"',
  stickers: 'stickers',
  templates: 'that cards are templates',
  tooMany: '{count} labels, lists, members or custom fields',
  unknownOfBoard: '"{name}" of the board',
  unknownOfCards: '"{name}" of cards',
  unknownOfChecklists: '"{name}" of checklists',
  unknownOfItems: '"{name}" of checklist items',
  unknownOfLists: '"{name}" of lists',
  uploads: 'files that were uploaded to Trello',
  view: 'view "{name}"',
  votes: 'votes',
  watchers: 'who watches cards',
  whoTicked: 'who ticked checklist items',
} as const

export const leftOutReasons = {
  asMembers: 'all of them join as members',
  boardFields: 'a board holds {count} of them',
  boardFull: 'the files of a board may have {bytes} bytes together',
  boardLabels: 'a board holds {count} labels',
  boardRules: 'a board holds {count} rules',
  boardViews: 'a board holds {count} views',
  cardHolds: 'a card holds {count} of them',
  cardMissing: 'its card is not in the file',
  cellNoAddress: '"{cell}" is no http or https address',
  cellNoDate: '"{cell}" is no date such as 2026-11-21 or 2026-11-21T09:30:00Z',
  cellNoNumber: '"{cell}" is no number from 0 to 1000000',
  cellNoPriority: '"{cell}" is none of none, low, medium, high and urgent',
  circle: 'it would close a circle',
  columns: 'it has no meaning here, and only {count} such columns become fields',
  damaged: 'it is damaged in the archive',
  dayBefore: 'reminders come a day before',
  fieldHolds: 'a field holds {count} of them',
  fieldMissing: 'its field is not in the file',
  fieldUnfit: 'a {type} field does not take it',
  fileHolds: 'a file holds {count} of them',
  fileTooBig: 'a file may have at most {bytes} bytes here',
  queueOfStrangers: 'none of the agents that may claim its cards came along',
  goneAlong: 'it names a list, label, field or person that did not come along',
  integration: 'it belongs to an integration, which links the card again',
  labelsMissing: 'they are not in the file',
  lastActions: 'Trello exports the last {count} actions alone',
  listMissing: 'its list is not in the file',
  longer: 'it is longer than {count} characters',
  noAddress: 'its address is not http or https',
  noAgent: 'an import sets no agent to work: delegate the card',
  noDateOfTrello: 'it is no date such as 2026-11-21T09:30:00Z',
  noFieldShape: 'it has no name, choices or type that there is here',
  noFiles: 'a JSON document holds no files: export the board with ?attachments=1',
  noItems: 'it has no items',
  noMembers: 'the token with which it was sent may not add members: it lacks members:write',
  noName: 'it has no name',
  noNameOrSearch: 'it has no name or no search',
  noProof: 'a file proves nothing of what somebody did',
  noRuleShape: 'it has no name, trigger or actions that there are here',
  noScope: 'the token with which it was sent may not do what the rule does: it lacks {scope}',
  noSessions: 'an import does not start agents: the imported history has what was said in them',
  noText: 'it has no text',
  noTitle: 'it has no title',
  nobody: 'no member of your boards has that name: cards that were assigned to them keep the name, checklist items do not',
  noneHere: 'there are none here',
  notInArchive: 'it is not in the archive',
  oneChecklist: 'the one checklist of a card has no name here',
  onePerson: 'the file says it of one person alone',
  onlyCardsDue: 'only cards have one here',
  onlyThey: 'only they can read it',
  otherMissing: 'the other card is not in the file',
  ownWatch: 'people choose for themselves what they watch',
  ownerAsked: 'it belongs to somebody else: it joins the board once its owner agrees',
  ownerNotAsked: 'its owner was not asked, because that would be too many requests at once: add it to the board later',
  personFull: 'the files that a person has attached may have {bytes} bytes together',
  plainCards: 'they come as plain cards',
  sameLabel: 'another one has the same name and colour: cards get that one',
  stayThere: 'they stay there: cards link to them',
  toWork: 'what is imported is meant to be worked with',
  tooLongForHistory: 'they are too long for the history',
  twice: 'it comes twice',
  unknownHere: 'this import does not know it',
} as const

type Things = typeof leftOutThings
type Reasons = typeof leftOutReasons
export type LeftOutThing = keyof Things
export type LeftOutReason = keyof Reasons

/** The code of a thing, its sentence and what that names. */
export type LeftOut = { message: string; kind: LeftOutThing; params?: Params }

type Given<Says> = [ParamsIn<Says>] extends [Record<string, never>] ? [] : [params: ParamsIn<Says>]

/** A thing that is left out. */
export function leftOut<K extends LeftOutThing>(kind: K, ...[given]: Given<Things[K]>): LeftOut {
  const params = paramsIn(given)
  return { message: sentenceWith(leftOutThings[kind], given), kind, ...(params && { params }) }
}

/** Why a thing is left out. */
export function because<R extends LeftOutReason>(reason: R, ...[given]: Given<Reasons[R]>): Explained {
  return { message: sentenceWith(leftOutReasons[reason], given), reason, params: paramsIn(given) }
}
