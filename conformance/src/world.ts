import type { Activity, BoardTree, InputOf, OutputOf } from '@tandem/contract'
import { type Person, startTestService, type TestService } from '../../packages/server/test/kit/service.ts'
import type { Caller } from './call.ts'
import { allowed } from './scenario.ts'

/** Somebody who calls, with what a scenario says about them. */
export type Who = Caller & { actorId: string; handle: string }

/** A service with Ada (who makes the boards), Mia and Vic (member and viewer of them), Eve (of none) and Ada's agent Robo. */
export type World = { tandem: TestService; ada: Who; mia: Who; vic: Who; eve: Who; robo: Who; person: Person }

export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  const tandem = await startTestService({ environment })
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

/** A board of Ada's with Mia as member, Vic as viewer and Robo as member. */
export class Board {
  readonly world: World
  readonly id: string
  readonly lists: readonly string[]

  private constructor(world: World, id: string, lists: readonly string[]) {
    this.world = world
    this.id = id
    this.lists = lists
  }

  static async make(world: World, input: Partial<InputOf<'board.create'>> = {}): Promise<Board> {
    const { id } = await allowed(world.ada, 'board.create', { name: 'Engine', template: 'kanban', ...input })
    for (const [who, role] of [
      [world.mia, 'member'],
      [world.vic, 'viewer'],
      [world.robo, 'member'],
    ] as const)
      await allowed(world.ada, 'member.add', { boardId: id, actorId: who.actorId, role })
    const { lists } = await allowed(world.ada, 'board.tree', { boardId: id })
    return new Board(
      world,
      id,
      lists.map((list) => list.id),
    )
  }

  tree(by: Who = this.world.ada): Promise<BoardTree> {
    return allowed(by, 'board.tree', { boardId: this.id })
  }

  /** A card in the list at that place, made by Ada. */
  card(title = 'Card', more: Partial<InputOf<'card.create'>> = {}, list = 0): Promise<OutputOf<'card.create'>> {
    return allowed(this.world.ada, 'card.create', { listId: this.lists[list] ?? '', title, ...more })
  }

  async titles(list = 0): Promise<string> {
    return (await this.tree()).lists[list]?.cards.map((card) => card.title).join('') ?? ''
  }

  /** What the act appended to the log, oldest first. */
  async recorded(act: () => Promise<unknown>): Promise<Activity[]> {
    const { seq } = await this.tree()
    await act()
    const newest = await allowed(this.world.ada, 'board.activity', { boardId: this.id, limit: 200 })
    return newest.filter((activity) => activity.seq > seq).toReversed()
  }
}

export const verbsOf = (activities: readonly Activity[]): string[] => activities.map((activity) => activity.verb)
