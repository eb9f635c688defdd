import { type Loose, listOf, objectOf } from './clean.ts'
import type { Note } from './entries.ts'

/**
 * What an export of Trello holds and an import does not take. Each member of a thing is taken, says nothing of its own (ids, addresses and
 * counts of Trello, states of its screens), or is named in the report with the reason: one that is not in these tables is named too.
 */
type Members = Readonly<Record<string, 'taken' | 'redundant' | LeftOut>>
type LeftOut = { what: string; because: string; isThere?: (value: unknown) => boolean }

const all = <S extends 'taken' | 'redundant'>(state: S, names: string): Record<string, S> =>
  Object.fromEntries(names.split(' ').map((name) => [name, state]))
const none = 'there are none here'

const ids = 'id nodeId idBoard idOrganization shortLink shortUrl url singleInstrumentationId limits'

const ofBoard: Members = {
  ...all('taken', 'name desc actions cards labels lists members checklists customFields'),
  ...all('redundant', `${ids} descData labelNames dateLastActivity dateLastView dateClosed idMemberCreator idEnterprise enterpriseOwned`),
  ...all(
    'redundant',
    'creationMethod creationMethodError creationMethodLoadingStartedAt datePluginDisable ixUpdate type invited invitations',
  ),
  ...all('redundant', 'idTags idBoardSource templateGallery premiumFeatures hasUnreadNotifications subscribed starred pinned'),
  closed: { what: 'the archiving of the board', because: 'what is imported is meant to be worked with' },
  memberships: { what: 'roles of members', because: 'all of them join as members', isThere: hasOtherRoles },
  prefs: { what: 'settings of the board, such as its background', because: none },
  pluginData: { what: 'what Power-Ups keep on the board', because: 'only they can read it' },
  powerUps: { what: 'Power-Ups', because: none },
}

const ofList: Members = {
  ...all('taken', 'name closed pos softLimit dateClosed'),
  ...all('redundant', `${ids} creationMethod datasource type subscribed`),
  color: { what: 'colours of lists', because: none },
}

const ofCard: Members = {
  ...all('taken', 'id idShort idList pos name desc due dueComplete dateCompleted start closed dateClosed dateLastActivity idMemberCreator'),
  ...all('taken', 'idMembers members idLabels labels customFieldItems attachments checklists idChecklists'),
  ...all(
    'redundant',
    `${ids} badges checkItemStates descData email idAttachmentCover manualCoverAttachment creationMethod dateViewedByCreator`,
  ),
  ...all('redundant', 'creationMethodError creationMethodLoadingStartedAt originalDesc originalName staticMapUrl faviconUrl urlSource'),
  ...all('redundant', 'urlSourceText sourceEmail pinned cardRole taskRole externalSource mirrorSourceNodeId'),
  cover: { what: 'covers of cards', because: none, isThere: hasCover },
  idMembersVoted: { what: 'votes', because: none },
  pluginData: { what: 'what Power-Ups keep on cards', because: 'only they can read it' },
  stickers: { what: 'stickers', because: none },
  subscribed: { what: 'who watches cards', because: 'the file says it of one person alone' },
  dueReminder: {
    what: 'times of reminders',
    because: 'reminders come a day before',
    isThere: (value) => Number(value) >= 0 && value !== null,
  },
  isTemplate: { what: 'that cards are templates', because: 'they come as plain cards' },
  recurrenceRule: { what: 'repetitions of cards', because: none },
  mirrorSourceId: { what: 'that cards mirror others', because: 'they come as plain cards' },
  ...Object.fromEntries(['address', 'coordinates', 'locationName'].map((name) => [name, { what: 'locations of cards', because: none }])),
}

const ofChecklist: Members = {
  ...all('taken', 'id idCard name pos checkItems'),
  ...all('redundant', `${ids} creationMethod type`),
}

const ofItem: Members = {
  ...all('taken', 'id name pos state idMember'),
  ...all('redundant', `${ids} idChecklist nameData dateCompleted`),
  due: { what: 'due dates of checklist items', because: 'only cards have one here' },
  dueReminder: { what: 'due dates of checklist items', because: 'only cards have one here', isThere: (value) => Number(value) > 0 },
}

const kinds = { board: ofBoard, lists: ofList, cards: ofCard, checklists: ofChecklist, 'checklist items': ofItem }

/** Notes each member of a thing that holds something and is not taken. `noteOnce` says each once for the whole file. */
export function noteLeftOut(kind: keyof typeof kinds, thing: Loose, noteOnce: Note): void {
  const known = kinds[kind]
  for (const [name, value] of Object.entries(thing)) {
    const member = Object.hasOwn(known, name) ? known[name] : undefined
    if (typeof member === 'string' || !(member?.isThere ?? holdsSomething)(value)) continue
    if (member) noteOnce(member.what, member.because)
    else noteOnce(`${JSON.stringify(name)} of ${kind === 'board' ? 'the board' : kind}`, 'this import does not know it')
  }
}

/** All that the tables name, for tests of its translations. */
export const leftOutOfTrello: readonly { what: string; because: string }[] = Object.values(kinds).flatMap((members) =>
  Object.values(members).filter((member) => typeof member !== 'string'),
)

/** Members of the document that are no part of what is taken: a value each, or the elements of a list. */
export const boardMembersLeftOut = Object.keys(ofBoard).filter((name) => typeof ofBoard[name] !== 'string')

function holdsSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.values(value).some(holdsSomething)
}

function hasCover(value: unknown): boolean {
  const { idAttachment, idUploadedBackground, color } = objectOf(value)
  return [idAttachment, idUploadedBackground, color].some((cover) => typeof cover === 'string' && cover !== '')
}

function hasOtherRoles(value: unknown): boolean {
  return listOf(value).some((membership) => !['normal', undefined].includes(objectOf(membership).memberType as string | undefined))
}
