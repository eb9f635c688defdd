import type { Activity, BoardTree, InputOf, OutputOf } from '@tandem/contract'
import { type MovableClock, movableClock } from '../../packages/server/test/kit/clock.ts'
import { type Person, startTestService, type TestService } from '../../packages/server/test/kit/service.ts'
import type { Caller } from './call.ts'
import { allowed } from './scenario.ts'

/** A caller, with the ids that a scenario needs. */
export type Who = Caller & { actorId: string; handle: string }

/** A service with Ada (who makes the boards), Mia and Vic (member and viewer of them), Eve (of none) and Ada's agent Robo. */
export type World = { tandem: TestService; ada: Who; mia: Who; vic: Who; eve: Who; robo: Who; person: Person }

export async function startWorld(environment: Record<string, string> = {}, clock: MovableClock = movableClock()): Promise<World> {
  const tandem = await startTestService({ environment, clock })
  const [person, mia, vic, eve] = [
    await tandem.register('Ada'),
    await tandem.register('Mia'),
    await tandem.register('Vic'),
    await tandem.register('Eve'),
  ]
  const robo = await tandem.agent(person, 'Robo')
  const who = (of: Person) => as(tandem, of)
  return { tandem, ada: who(person), mia: who(mia), vic: who(vic), eve: who(eve), robo: who(robo), person }
}

export function as(tandem: TestService, person: Person): Who {
  const headers: Record<string, string> = person.token ? { authorization: `Bearer ${person.token}` } : { cookie: person.cookie ?? '' }
  return { url: tandem.url, headers, actorId: person.actorId, handle: person.handle }
}

/** Another agent of Ada's, a member of the boards. */
export async function makeAgent(world: World, name: string, boardIds: readonly string[], scopes?: readonly string[]): Promise<Who> {
  return as(world.tandem, await world.tandem.agent(world.person, name, boardIds, scopes))
}

/** The plugin of an integration that Ada has installed. */
export type Plugin = Who & { integrationId: string; token: string; signingSecret: string }

export async function makePlugin(
  { tandem, ada }: World,
  boardId: string,
  more: Partial<InputOf<'integration.install'>> = {},
): Promise<Plugin> {
  const input = { boardId, type: 'github', inboundUrl: 'http://127.0.0.1:1025/', ...more }
  const { integration, token, signingSecret } = await allowed(ada, 'integration.install', input)
  const headers = { authorization: `Bearer ${token ?? ''}` }
  const handle = (await allowed({ url: tandem.url, headers }, 'me.get', {})).handle
  const whose = { url: tandem.url, headers, actorId: integration.actorId, handle, integrationId: integration.id }
  return { ...whose, token: token ?? '', signingSecret: signingSecret ?? '' }
}

/** A board of Ada's with Mia as member, Vic as viewer and Robo as member. */
export type Board = {
  id: string
  lists: readonly string[]
  tree(by?: Who): Promise<BoardTree>
  /** Creates a card in the list with this index, as Ada. */
  card(title?: string, more?: Partial<InputOf<'card.create'>>, list?: number): Promise<OutputOf<'card.create'>>
  titles(list?: number): Promise<string>
  /** The activities that the act appended to the log, oldest first. */
  recorded(act: () => Promise<unknown>): Promise<Activity[]>
}

export async function makeBoard(world: World, input: Partial<InputOf<'board.create'>> = {}): Promise<Board> {
  const { ada, mia, vic, robo } = world
  const { id } = await allowed(ada, 'board.create', { name: 'Engine', template: 'kanban', ...input })
  const roles = [
    [mia, 'member'],
    [vic, 'viewer'],
    [robo, 'member'],
  ] as const
  for (const [who, role] of roles) await allowed(ada, 'member.add', { boardId: id, actorId: who.actorId, role })
  const tree = (by: Who = ada) => allowed(by, 'board.tree', { boardId: id })
  const lists = (await tree()).lists.map((list) => list.id)
  return {
    id,
    lists,
    tree,
    card: (title = 'Card', more = {}, list = 0) => allowed(ada, 'card.create', { listId: lists[list] ?? '', title, ...more }),
    titles: async (list = 0) => (await tree()).lists[list]?.cards.map((card) => card.title).join('') ?? '',
    async recorded(act) {
      const { seq } = await tree()
      await act()
      const newest = await allowed(ada, 'board.activity', { boardId: id, limit: 200 })
      return newest.filter((activity) => activity.seq > seq).toReversed()
    },
  }
}

export const verbsOf = (activities: readonly Activity[]): string[] => activities.map((activity) => activity.verb)
