import { because, leftOut, type leftOutReasons, type leftOutThings, type LeftOut as Thing } from '@tandem/contract'
import { type Loose, listOf, objectOf } from './clean.ts'
import type { Note } from './entries.ts'

/**
 * The parts of a Trello export that an import leaves out. Each member of an object is imported, is redundant (ids, addresses and counts of
 * Trello, states of its screens), or is named in the report with the reason: a member that is not in these tables is named too.
 */
type Members = Readonly<Record<string, 'taken' | 'redundant' | LeftOut>>
/** The codes whose sentences name nothing. */
type WithoutParams<Table> = { [K in keyof Table]: Table[K] extends `${string}{${string}` ? never : K }[keyof Table]
type LeftOut = {
  what: WithoutParams<typeof leftOutThings>
  why: WithoutParams<typeof leftOutReasons>
  isThere?: (value: unknown) => boolean
}

const all = <S extends 'taken' | 'redundant'>(state: S, names: string): Record<string, S> =>
  Object.fromEntries(names.split(' ').map((name) => [name, state]))
const none = 'noneHere'

const ids = 'id nodeId idBoard idOrganization shortLink shortUrl url singleInstrumentationId limits'

const ofBoard: Members = {
  ...all('taken', 'name desc actions cards labels lists members checklists customFields'),
  ...all('redundant', `${ids} descData labelNames dateLastActivity dateLastView dateClosed idMemberCreator idEnterprise enterpriseOwned`),
  ...all(
    'redundant',
    'creationMethod creationMethodError creationMethodLoadingStartedAt datePluginDisable ixUpdate type invited invitations',
  ),
  ...all('redundant', 'idTags idBoardSource templateGallery premiumFeatures hasUnreadNotifications subscribed starred pinned'),
  closed: { what: 'archiving', why: 'toWork' },
  memberships: { what: 'roles', why: 'asMembers', isThere: hasOtherRoles },
  prefs: { what: 'boardSettings', why: none },
  pluginData: { what: 'boardPowerUps', why: 'onlyThey' },
  powerUps: { what: 'powerUpsOfBoard', why: none },
}

const ofList: Members = {
  ...all('taken', 'name closed pos softLimit dateClosed color'),
  ...all('redundant', `${ids} creationMethod datasource type subscribed`),
}

const ofCard: Members = {
  ...all('taken', 'id idShort idList pos name desc due dueComplete dateCompleted start closed dateClosed dateLastActivity idMemberCreator'),
  ...all('taken', 'idMembers members idLabels labels customFieldItems attachments checklists idChecklists cover'),
  ...all(
    'redundant',
    `${ids} badges checkItemStates descData email idAttachmentCover manualCoverAttachment creationMethod dateViewedByCreator`,
  ),
  ...all('redundant', 'creationMethodError creationMethodLoadingStartedAt originalDesc originalName staticMapUrl faviconUrl urlSource'),
  ...all('redundant', 'urlSourceText sourceEmail pinned cardRole taskRole externalSource mirrorSourceNodeId'),
  idMembersVoted: { what: 'votes', why: none },
  pluginData: { what: 'powerUps', why: 'onlyThey' },
  stickers: { what: 'stickers', why: none },
  subscribed: { what: 'watchers', why: 'onePerson' },
  dueReminder: {
    what: 'reminders',
    why: 'dayBefore',
    isThere: (value) => Number(value) >= 0 && value !== null,
  },
  isTemplate: { what: 'templates', why: 'plainCards' },
  recurrenceRule: { what: 'repetitions', why: none },
  mirrorSourceId: { what: 'mirrors', why: 'plainCards' },
  ...Object.fromEntries(['address', 'coordinates', 'locationName'].map((name) => [name, { what: 'locations', why: none }])),
}

const ofChecklist: Members = {
  ...all('taken', 'id idCard name pos checkItems'),
  ...all('redundant', `${ids} creationMethod type`),
}

const ofItem: Members = {
  ...all('taken', 'id name pos state idMember'),
  ...all('redundant', `${ids} idChecklist nameData dateCompleted`),
  due: { what: 'itemDates', why: 'onlyCardsDue' },
  dueReminder: { what: 'itemDates', why: 'onlyCardsDue', isThere: (value) => Number(value) > 0 },
}

const kinds = { board: ofBoard, lists: ofList, cards: ofCard, checklists: ofChecklist, 'checklist items': ofItem }

const unknownOf: Record<keyof typeof kinds, (name: string) => Thing> = {
  board: (name) => leftOut('unknownOfBoard', { name }),
  lists: (name) => leftOut('unknownOfLists', { name }),
  cards: (name) => leftOut('unknownOfCards', { name }),
  checklists: (name) => leftOut('unknownOfChecklists', { name }),
  'checklist items': (name) => leftOut('unknownOfItems', { name }),
}

/** Notes each member of a thing that holds something and is not taken. `noteOnce` says each once for the whole file. */
export function noteLeftOut(kind: keyof typeof kinds, thing: Loose, noteOnce: Note): void {
  const known = kinds[kind]
  for (const [name, value] of Object.entries(thing)) {
    const member = Object.hasOwn(known, name) ? known[name] : undefined
    if (typeof member === 'string' || !(member?.isThere ?? holdsSomething)(value)) continue
    if (member) noteOnce(leftOut(member.what), because(member.why))
    else noteOnce(unknownOf[kind](name), because('unknownHere'))
  }
}

/** Members of the document outside the imported parts: a value each, or the elements of a list. */
export const boardMembersLeftOut = Object.keys(ofBoard).filter((name) => typeof ofBoard[name] !== 'string')

function holdsSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.values(value).some(holdsSomething)
}

function hasOtherRoles(value: unknown): boolean {
  return listOf(value).some((membership) => !['normal', undefined].includes(objectOf(membership).memberType as string | undefined))
}
