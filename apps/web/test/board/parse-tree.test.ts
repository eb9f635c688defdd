import { expect, test } from 'vitest'
import { parseTree } from '../../src/live/parse-tree.ts'

const hostile = ['"cards":[{', '\\', '\\"', '}]}', 'ü😀', '],"cards":[{"id":1}', '\n\u2028', '\\\\"}', '']

const card = (n: number, cards: number) => ({
  id: `card ${n} of ${cards}`,
  title: hostile[n % hostile.length],
  labelIds: n % 3 === 0 ? [] : [`label ${n}`, hostile[(n * 5) % hostile.length]],
  session: n % 4 === 0 ? null : { state: 'working', within: [{ deep: [{}] }] },
  checklist: { done: n, total: -1.5e3 },
})
const list = (cards: number, at: number) => ({
  id: `list ${at}`,
  name: hostile[at % hostile.length],
  queue: at % 2 === 0 ? null : { agentActorIds: [] },
  cards: Array.from({ length: cards }, (_, n) => card(n, cards)),
  color: null,
})
const treeOf = (...counts: number[]) => ({
  id: 'board',
  name: 'With "quotes"',
  lists: counts.map(list),
  labels: [{ id: 'a' }],
  members: [],
})

/** An answer that arrives in chunks of so many bytes. */
function arriving(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) controller.close()
        else controller.enqueue(bytes.slice(at, (at += size)))
      },
    }),
  )
}

test('the tree of a board is what it is at once, wherever its answer is cut', async () => {
  let tasks = 0
  const nextTask = async () => void (tasks += 1)
  for (const counts of [[], [0], [3], [0, 9, 0, 1], [700, 0, 900, 2]]) {
    const text = JSON.stringify(treeOf(...counts))
    for (const size of counts.length > 3 && counts[0] !== 0 ? [997, 65_536] : [1, 2, 3, 7, 64])
      expect(await parseTree(arriving(text, size), nextTask)).toEqual(JSON.parse(text))
  }
  expect(tasks).toBeGreaterThan(1)
  for (const text of ['', '{"lists":[{"cards":[{"id":1},', '<html>'])
    await expect(parseTree(arriving(text, 5), nextTask)).rejects.toThrow(SyntaxError)
})
