import type { Params } from './errors.ts'
import type { Explained } from './refusals.ts'
import { type ParamsIn, paramsIn, sentenceWith } from './sentences.ts'

/** The items that an import leaves out, and the reasons: codes and their sentences, in the form of refusals. */
export const leftOutThings = {
  agent: 'agent "{name}"',
  archiving: 'archived state of the board',
  attachment: 'attachment "{name}"',
  attachmentOf: 'attachment "{name}" of "{of}"',
  boardPowerUps: 'Power-Up data on the board',
  boardSettings: 'settings of the board, such as its background',
  card: 'card "{name}"',
  checklist: 'checklist "{name}"',
  checklistName: 'name of the checklist "{name}"',
  choices: '{count} options of the custom field "{name}"',
  column: 'column "{name}"',
  comment: 'comment',
  covers: 'covers of cards',
  coversMissing: 'covers of cards ({count})',
  date: 'date of "{name}"',
  delegation: 'delegation of "{name}"',
  details: 'details of {verb}',
  due: 'due date of "{name}"',
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
  // For reports from before lists had colours.
  listColours: 'colors of lists',
  locations: 'locations of cards',
  mirrors: 'mirror cards',
  number: 'number of "{name}"',
  queue: 'the queue of the list "{name}"',
  older: 'older comments and history',
  people: 'people',
  person: 'person "{name}"',
  powerUps: 'Power-Up data on cards',
  powerUpsOfBoard: 'Power-Ups',
  priority: 'priority of "{name}"',
  reactions: 'reactions to comments',
  relation: 'relation of "{name}"',
  reminders: 'times of reminders',
  repetitions: 'repeat schedules of cards',
  roles: 'roles of members',
  row: 'row {count}',
  rule: 'rule "{name}"',
  sessions: 'sessions',
  someLabel: 'label',
  someRelation: 'relation of a card',
  start: 'start of "{name}"',
  stickers: 'stickers',
  templates: 'template cards',
  tooMany: '{count} labels, lists, members or custom fields',
  unknownOfBoard: '"{name}" of the board',
  unknownOfCards: '"{name}" of cards',
  unknownOfChecklists: '"{name}" of checklists',
  unknownOfItems: '"{name}" of checklist items',
  unknownOfLists: '"{name}" of lists',
  uploads: 'files uploaded to Trello',
  view: 'view "{name}"',
  votes: 'votes',
  watchers: 'card watchers',
  whoTicked: 'who checked off checklist items',
} as const

export const leftOutReasons = {
  asMembers: 'all of them join as members',
  boardFields: 'a board can have at most {count} of them',
  boardFull: 'the files of a board can have at most {bytes} bytes in total',
  boardLabels: 'a board can have at most {count} labels',
  boardRules: 'a board can have at most {count} rules',
  boardViews: 'a board can have at most {count} views',
  cardHolds: 'a card can have at most {count} of them',
  cardMissing: 'its card is not in the file',
  cellNoAddress: '"{cell}" is not an http or https URL',
  cellNoDate: '"{cell}" is not a date such as 2026-11-21 or 2026-11-21T09:30:00Z',
  cellNoNumber: '"{cell}" is not a number from 0 to 1000000',
  cellNoPriority: '"{cell}" is not one of none, low, medium, high and urgent',
  circle: 'the cards would depend on each other',
  columns: 'only {count} columns of its kind become fields',
  coverBlocked: 'calls to their addresses or ports are not allowed: the cards link to them',
  coverNoFile: 'only an image that is attached to the card can be its cover here',
<<<<<<< HEAD
  coverNoImage: 'they are not PNG, JPEG, GIF or WebP images: the cards link to them',
  coverOff: 'this server does not fetch images (LINK_PREVIEWS): the cards link to them',
  coverSignIn: 'their site requires sign-in, so the cards link to them',
  coverSlow: 'their site did not answer in time {count} times, so the import stopped asking it, and the cards link to them',
  coverTooBig: 'an image can have at most {bytes} bytes here: the cards link to them',
  coverTooMany: 'an import fetches at most {count} images, for at most {minutes} minutes: the cards link to the others',
=======
  coverNoImage: 'they are not PNG, JPEG, GIF or WebP images, so the cards link to them',
  coverNotPublic: 'their addresses are not on the public web, so the cards link to them',
  coverOff: 'this server does not fetch images (LINK_PREVIEWS), so the cards link to them',
  coverSignIn: 'their site requires sign-in, so the cards link to them',
  coverTooBig: 'an image can have at most {bytes} bytes here, so the cards link to them',
  coverTooMany: 'an import fetches at most {count} images, for at most {minutes} minutes, so the cards link to the others',
>>>>>>> 5f47cdec (Import: The reasons for covers that were left out are plain sentences)
  coverUnreached: 'their site did not return the images, so the cards link to them',
  damaged: 'it is damaged in the archive',
  dayBefore: 'reminders are sent one day before',
  fieldHolds: 'a field can have at most {count} of them',
  fieldMissing: 'its field is not in the file',
  fieldUnfit: 'the value is not valid for a {type} field',
  fileHolds: 'a file can have at most {count} of them',
  fileTooBig: 'a file can have at most {bytes} bytes here',
  queueOfStrangers: 'none of the agents that can claim its cards was imported',
  goneAlong: 'it uses a list, label, field or person that was not imported',
  integration: 'it belongs to an integration, which links the card again',
  labelsMissing: 'they are not in the file',
  lastActions: 'Trello exports only the last {count} actions',
  listMissing: 'its list is not in the file',
  longer: 'it is longer than {count} characters',
  noAddress: 'its address is not http or https',
  noAgent: 'an import does not start agents: delegate the card',
  noDateOfTrello: 'it is not a date such as 2026-11-21T09:30:00Z',
  noFieldShape: 'it has no name or options, or its type is not supported',
  noFiles: 'a JSON document contains no files: export the board with ?attachments=1',
  noItems: 'it has no items',
  noMembers: 'the token that sent it cannot add members: it lacks members:write',
  noName: 'it has no name',
  noNameOrSearch: 'it has no name or no search',
  noProof: 'a file does not prove who did something',
  noRuleShape: 'it has no name, or its trigger or actions are not supported',
  noScope: 'the token that sent it cannot do what the rule does: it lacks {scope}',
  noSessions: 'an import does not start agents: what was said in sessions is in the imported history',
  noText: 'it has no text',
  noTitle: 'it has no title',
  nobody: 'no member of your boards has that name: cards that were assigned to them keep the name, checklist items do not',
  noneHere: 'not supported by Tandem',
  notInArchive: 'it is not in the archive',
  oneChecklist: 'a card has one checklist here, and it has no name',
  onePerson: 'the file names only one person',
  onlyCardsDue: 'only cards have one here',
  onlyThey: 'only its author can read it',
  otherMissing: 'the other card is not in the file',
  ownWatch: 'people choose for themselves what they watch',
  ownerAsked: 'it belongs to someone else: it joins the board once its owner accepts',
  ownerNotAsked: 'its owner was not asked, because that would be too many requests at once: add it to the board later',
  personFull: 'the files that a person attaches can have at most {bytes} bytes in total',
  plainCards: 'they are imported as normal cards',
  sameLabel: 'another label has the same name and color: cards get that one',
  stayThere: 'the files stay at Trello, and cards link to them',
  // For reports from before covers were imported.
  imagesStay: 'images stay there, and a cover here is an attached image',
  toWork: 'an imported board is active',
  tooLongForHistory: 'they are too long for the history',
  twice: 'it appears twice',
  unknownHere: 'this import does not support it',
} as const

type Things = typeof leftOutThings
type Reasons = typeof leftOutReasons
export type LeftOutThing = keyof Things
export type LeftOutReason = keyof Reasons

/** The code of an item, its sentence and its parameters. */
export type LeftOut = { message: string; kind: LeftOutThing; params?: Params }

type Given<Says> = [ParamsIn<Says>] extends [Record<string, never>] ? [] : [params: ParamsIn<Says>]

/** An item that was left out. */
export function leftOut<K extends LeftOutThing>(kind: K, ...[given]: Given<Things[K]>): LeftOut {
  const params = paramsIn(given)
  return { message: sentenceWith(leftOutThings[kind], given), kind, ...(params && { params }) }
}

/** The reason why it was left out. */
export function because<R extends LeftOutReason>(reason: R, ...[given]: Given<Reasons[R]>): Explained {
  return { message: sentenceWith(leftOutReasons[reason], given), reason, params: paramsIn(given) }
}
