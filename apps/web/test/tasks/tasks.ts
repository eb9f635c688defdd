import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import type { Board, World } from '../../../../conformance/src/world.ts'
import { list, tile } from '../kit/stage.ts'
import type { Hand, Way } from './hand.ts'

/** The place of a task: a board with the cards One, Two and Three in its first list. */
export type Place = { world: World; board: Board; ids: Record<string, string> }

type Steps = (hand: Hand, place: Place) => Promise<unknown>

/** `by` does the task, with the most steps that it may take; `before` prepares it; `isDone` asks the service. */
export type Task = {
  title: string
  before?: (place: Place) => Promise<unknown>
  by: Record<Way, readonly [most: number, Steps]>
  isDone: (place: Place, page: Page) => Promise<boolean>
}

const card = (page: Page, title = 'One'): Locator => page.getByRole('link', { name: title, exact: true })
const cardNow = async ({ world, ids }: Place, title = 'One') => (await allowed(world.ada, 'card.get', { cardId: ids[title] ?? '' })).card
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first()
/** The first card by `J`, the ones below it by another press each. */
async function focus(hand: Hand, title = 'One'): Promise<void> {
  for (const name of ['One', 'Two', 'Three']) {
    await hand.key('j')
    await expect.poll(() => card(hand.page, name).evaluate((link) => link === document.activeElement)).toBe(true)
    if (name === title) return
  }
}
/** Opens the palette, and takes the command of this name. */
export async function command(hand: Hand, name: string): Promise<void> {
  await hand.key('Control+k')
  await hand.page.getByRole('dialog').getByRole('combobox').waitFor()
  await hand.write(name)
  await hand.page.getByRole('option', { name }).first().waitFor()
  await hand.key('Enter')
}
/** A field has the focus. */
const canWrite = (page: Page) => page.waitForFunction(() => document.activeElement?.matches('input, textarea, [contenteditable=true]'))
/** A menu that has opened takes the focus in the next frame: a key before that goes to the board. */
const isMenuReady = (page: Page) => page.waitForFunction(() => document.activeElement?.closest('[role=menu]'))
const isDialogOpen = (page: Page) => page.locator('[role=dialog], [role=menu], [role=listbox]').first().waitFor()

/** Presses a key on the card that has the focus, types into the field that opens, and presses Enter. */
const byKey =
  (key: string, text: string): Steps =>
  async (hand) => {
    await focus(hand)
    await hand.key(key)
    await canWrite(hand.page)
    await hand.write(text)
    await hand.key('Enter')
  }

/** Opens the menu of the tile and chooses there. */
const fromTile = async (hand: Hand, choice: string) => {
  await hand.click(tile(hand.page, 'One').getByRole('button', { name: /^More actions for / }))
  await hand.click(hand.page.getByRole('menuitem', { name: choice }))
}

/** Opens the card, a property of it, and chooses there. */
const fromCard =
  (property: RegExp, role: 'menuitemradio' | 'option' | 'menuitem', choice: string): Steps =>
  async (hand) => {
    await hand.click(card(hand.page))
    await hand.click(button(hand.page, property))
    await hand.click(hand.page.getByRole(role, { name: choice }))
  }

const addCard: Steps = async (hand) => {
  await hand.click(button(hand.page, 'Add a card to To do'))
  await hand.page.getByLabel('Card title').waitFor()
  await hand.write('Four')
  await hand.key('Enter')
}

const rename: Steps = async (hand) => {
  await fromTile(hand, 'Rename the card')
  await hand.page.getByRole('textbox', { name: 'Title' }).waitFor()
  await hand.write('Uno')
  await hand.key('Enter')
}

const label: Steps = async (hand) => {
  await fromTile(hand, 'Labels')
  await canWrite(hand.page)
  await hand.write('Wood')
  await hand.key('Enter')
}

const openAndComment: Steps = async (hand) => {
  await hand.click(card(hand.page))
  await hand.click(hand.page.getByLabel('Comment', { exact: true }))
  await hand.write('Looks good')
  await hand.click(hand.page.getByRole('button', { name: 'Comment', exact: true }))
}

const describe: Steps = async (hand) => {
  await hand.click(card(hand.page))
  await hand.click(button(hand.page, 'Add description'))
  await hand.page.getByRole('textbox', { name: 'Description' }).waitFor()
  await hand.write('- [ ] Sand it')
  await hand.click(hand.page.getByRole('button', { name: 'Save', exact: true }))
}

const answer: Steps = async (hand) => {
  await hand.click(hand.page.getByRole('link', { name: '1 question' }))
  await hand.click(button(hand.page, 'Blue'))
}

const tick: Steps = async (hand) => {
  await hand.click(card(hand.page))
  await hand.click(hand.page.getByRole('checkbox', { name: 'Sand' }))
}

const find: Steps = async (hand) => {
  await hand.key('/')
  await hand.page.getByRole('combobox').waitFor()
  await hand.write('Three')
  await hand.page.getByRole('option', { name: /Three/ }).first().waitFor()
  await hand.key('Enter')
}

/** By the button or the link of the navigation. */
const findFromNavigation: Steps = async (hand) => {
  const [asButton, asLink] = (['button', 'link'] as const).map((role) => hand.page.getByRole(role, { name: 'Search' }))
  await hand.click(asButton!.or(asLink!).first())
  await hand.page.getByRole('combobox').or(hand.page.getByRole('searchbox')).first().waitFor()
  await hand.write('Three')
  await hand.key('Enter')
}

/** A phone leaves it to the person whether its keyboard comes up. */
const filterBy =
  (taps: boolean): Steps =>
  async (hand) => {
    await hand.click(button(hand.page, 'Filter'))
    await isDialogOpen(hand.page)
    if (taps) await hand.click(hand.page.getByRole('dialog').getByRole('combobox'))
    await canWrite(hand.page)
    await hand.write('Two')
  }

const dueFromTile =
  (taps: boolean): Steps =>
  async (hand) => {
    await fromTile(hand, 'Due')
    await isDialogOpen(hand.page)
    if (taps) await hand.click(hand.page.getByLabel('Date', { exact: true }))
    await canWrite(hand.page)
    await hand.write('2031-05-06')
    await hand.key('Enter')
  }

const archived = async (place: Place) =>
  (await cardNow(place, 'One')).archivedAt !== null && (await cardNow(place, 'Two')).archivedAt !== null

/** Everyday tasks, as they were compared with other boards. */
export const tasks: readonly Task[] = [
  {
    title: 'adds a card',
    by: {
      mouse: [3, addCard],
      touch: [3, addCard],
      keyboard: [
        4,
        async (hand) => {
          await focus(hand)
          await hand.key('n')
          await hand.page.getByLabel('Card title').waitFor()
          await hand.write('Four')
          await hand.key('Enter')
        },
      ],
    },
    isDone: async ({ board }) => (await board.titles(0)) === 'OneTwoThreeFour',
  },
  {
    title: 'writes a title anew',
    by: {
      mouse: [4, rename],
      touch: [4, rename],
      keyboard: [
        4,
        async (hand) => {
          await focus(hand)
          await hand.key('r')
          await hand.page.getByRole('textbox', { name: 'Title' }).waitFor()
          await hand.write('Uno')
          await hand.key('Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).title === 'Uno',
  },
  {
    title: 'moves a card to the next list',
    by: {
      mouse: [1, (hand) => hand.drag(card(hand.page), list(hand.page, 'In progress').locator('ul'))],
      touch: [3, fromCard(/^List: /, 'menuitemradio', 'In progress')],
      keyboard: [
        4,
        async (hand) => {
          await focus(hand)
          await hand.key('Space', 'ArrowRight', 'Space')
        },
      ],
    },
    isDone: async ({ board }) => (await board.titles(1)) === 'One',
  },
  {
    title: 'puts a card below another one',
    by: {
      mouse: [1, (hand) => hand.drag(card(hand.page, 'Three'), card(hand.page, 'Two'))],
      touch: [1, (hand) => hand.drag(card(hand.page, 'Three'), card(hand.page, 'Two'))],
      keyboard: [
        6,
        async (hand) => {
          await focus(hand, 'Three')
          await hand.key('Space', 'ArrowUp', 'Space')
        },
      ],
    },
    isDone: async ({ board }) => (await board.titles(0)) === 'OneThreeTwo',
  },
  {
    title: 'assigns a card',
    by: {
      mouse: [3, fromCard(/^Unassigned$/, 'option', 'Mia')],
      touch: [3, fromCard(/^Unassigned$/, 'option', 'Mia')],
      keyboard: [4, byKey('a', 'mia')],
    },
    isDone: async (place) => (await cardNow(place)).assigneeActorIds[0] === place.world.mia.actorId,
  },
  {
    title: 'makes a label and puts it on a card',
    by: { mouse: [4, label], touch: [4, label], keyboard: [4, byKey('l', 'Wood')] },
    isDone: async (place) => (await cardNow(place)).labelIds.length === 1,
  },
  {
    title: 'says when a card is due',
    by: {
      mouse: [4, dueFromTile(false)],
      touch: [5, dueFromTile(true)],
      keyboard: [4, byKey('d', '2031-05-06')],
    },
    isDone: async (place) => (await cardNow(place)).dueAt?.startsWith('2031-05') ?? false,
  },
  {
    title: 'says how urgent a card is',
    by: {
      mouse: [3, priorityFromTile],
      touch: [3, priorityFromTile],
      keyboard: [4, byKey('p', 'urg')],
    },
    isDone: async (place) => (await cardNow(place)).priority === 'urgent',
  },
  {
    title: 'completes a card',
    by: {
      mouse: [2, (hand) => fromTile(hand, 'Complete')],
      touch: [2, (hand) => fromTile(hand, 'Complete')],
      keyboard: [
        5,
        async (hand) => {
          await focus(hand)
          await hand.key('.')
          await isMenuReady(hand.page)
          await hand.key('ArrowUp', 'ArrowUp', 'Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).completedAt !== null,
  },
  {
    title: 'describes a card',
    by: {
      mouse: [4, describe],
      touch: [4, describe],
      keyboard: [
        7,
        async (hand) => {
          await focus(hand)
          await hand.key('Enter')
          await button(hand.page, 'Add description').waitFor()
          await command(hand, 'Edit the description')
          await hand.page.getByRole('textbox', { name: 'Description' }).waitFor()
          await hand.write('- [ ] Sand it')
          await hand.key('Control+Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).description === '- [ ] Sand it',
  },
  {
    title: 'ticks an item of a checklist',
    before: ({ world, ids }) => allowed(world.ada, 'checklist.add', { cardId: ids.One ?? '', text: 'Sand' }),
    by: {
      mouse: [2, tick],
      touch: [2, tick],
      keyboard: [
        13,
        async (hand) => {
          await focus(hand)
          await hand.key('Enter')
          await hand.page.getByRole('checkbox', { name: 'Sand' }).waitFor()
          await hand.tabTo(hand.page.getByRole('checkbox', { name: 'Sand' }))
          await hand.key('Space')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).checklist.done === 1,
  },
  {
    title: 'comments on a card',
    by: {
      mouse: [4, openAndComment],
      touch: [4, openAndComment],
      keyboard: [
        7,
        async (hand) => {
          await focus(hand)
          await hand.key('Enter')
          await hand.page.getByLabel('Comment', { exact: true }).waitFor()
          await command(hand, 'Write a comment')
          await canWrite(hand.page)
          await hand.write('Looks good')
          await hand.key('Control+Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).commentCount === 1,
  },
  {
    title: 'delegates a card to an agent',
    by: {
      mouse: [3, fromCard(/^Delegate …$/, 'menuitem', 'Robo')],
      touch: [3, fromCard(/^Delegate …$/, 'menuitem', 'Robo')],
      keyboard: [
        7,
        async (hand) => {
          await focus(hand)
          await hand.key('.')
          await isMenuReady(hand.page)
          await hand.key('ArrowDown', 'ArrowDown', 'Enter')
          await canWrite(hand.page)
          await hand.write('robo')
          await hand.page.getByRole('option', { name: /Robo/ }).waitFor()
          await hand.key('Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).delegation?.agentActorId === place.world.robo.actorId,
  },
  {
    title: 'answers the question of an agent',
    async before({ world, ids }) {
      const { session } = await allowed(world.ada, 'delegation.set', { cardId: ids.One ?? '', agentActorId: world.robo.actorId })
      await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
      await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?', options: ['Red', 'Blue'] })
    },
    by: {
      mouse: [2, answer],
      touch: [2, answer],
      keyboard: [
        8,
        async (hand) => {
          await focus(hand)
          await hand.key('Enter')
          await button(hand.page, 'Blue').waitFor()
          await command(hand, 'Answer the agent')
          await hand.tabTo(button(hand.page, 'Blue'))
          await hand.key('Enter')
        },
      ],
    },
    isDone: async (place) => (await cardNow(place)).sessions[0]?.state === 'working',
  },
  {
    title: 'archives two cards at once',
    by: {
      mouse: [
        3,
        async (hand) => {
          await hand.click(card(hand.page), ['Control'])
          await hand.click(card(hand.page, 'Two'), ['Control'])
          await hand.click(hand.page.getByRole('toolbar').getByRole('button', { name: 'Archive' }))
        },
      ],
      touch: [
        4,
        async (hand) => {
          await fromTile(hand, 'Select')
          await hand.click(card(hand.page, 'Two'))
          await hand.click(hand.page.getByRole('toolbar').getByRole('button', { name: 'Archive' }))
        },
      ],
      keyboard: [
        5,
        async (hand) => {
          await focus(hand)
          await hand.key('x', 'ArrowDown', 'x', 'e')
        },
      ],
    },
    isDone: archived,
  },
  {
    title: 'takes back what was done last',
    before: ({ world, ids }) => allowed(world.ada, 'card.update', { cardId: ids.Three ?? '', archived: true }),
    by: {
      mouse: [
        3,
        async (hand) => {
          await fromTile(hand, 'Archive')
          await hand.click(button(hand.page, 'Undo'))
        },
      ],
      touch: [
        3,
        async (hand) => {
          await fromTile(hand, 'Archive')
          await hand.click(button(hand.page, 'Undo'))
        },
      ],
      keyboard: [
        3,
        async (hand) => {
          await focus(hand)
          await hand.key('e')
          await hand.page.getByText('1 card archived').first().waitFor()
          await hand.key('z')
        },
      ],
    },
    isDone: async ({ board }) => (await board.titles(0)) === 'OneTwo',
  },
  {
    title: 'moves a list to the right',
    by: {
      mouse: [1, (hand) => hand.drag(grip(hand.page), list(hand.page, 'In progress'))],
      touch: [2, moveListByMenu],
      keyboard: [
        4,
        async (hand) => {
          await focus(hand)
          await command(hand, 'Move this list right')
        },
      ],
    },
    isDone: async ({ board }) => (await board.tree()).lists[1]?.name === 'To do',
  },
  {
    title: 'sees only the cards that are looked for',
    by: {
      mouse: [2, filterBy(false)],
      touch: [3, filterBy(true)],
      keyboard: [
        3,
        async (hand) => {
          await focus(hand)
          await hand.key('f')
          await canWrite(hand.page)
          await hand.write('Two')
        },
      ],
    },
    isDone: async (_place, page) => (await page.locator('[data-card] a:not([tabindex])').allTextContents()).join() === 'Two',
  },
  {
    title: 'finds a card',
    by: {
      mouse: [3, findFromNavigation],
      touch: [3, findFromNavigation],
      keyboard: [3, find],
    },
    isDone: async (_place, page) => /\/cards\/|\/search\?q=Three/.test(page.url()),
  },
]

const grip = (page: Page): Locator => list(page, 'To do').getByRole('button', { name: 'To do', exact: true })

async function moveListByMenu(hand: Hand): Promise<void> {
  await hand.click(button(hand.page, 'More actions for To do'))
  await hand.click(hand.page.getByRole('menuitem', { name: 'Move right' }))
}

async function priorityFromTile(hand: Hand): Promise<void> {
  await fromTile(hand, 'Priority')
  await hand.click(hand.page.getByRole('option', { name: 'Urgent' }))
}
