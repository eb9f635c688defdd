import type { Figure } from '../figures.ts'
import type { Pace } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { randomFrom, type SearchWorld, searchWorld } from '../search-world.ts'
import { median, percentile } from '../statistics.ts'
import type { Group } from './group.ts'

const boundMs = 50
const [kindBoundMs, kindRareBoundMs] = [40, 80]
const slowestShown = 5
/** Of each kind that has figures of its own. */
const ofAKind = 40

/** 200 searches over 160,000 cards, one after the other, as often as there are rounds; then some kinds of searches by themselves. */
export const searchGroup: Group = async (rig, pace) => {
  const world = await searchWorld(rig)
  const queries = mixOf(world)
  await latenciesOf(rig, queries)
  const rounds = await measuredRounds(rig, queries, pace)
  const middleOf = (share: number) =>
    median(rounds.map((latencies) => percentile(latencies.map(({ ms }) => ms).toSorted(ascending), share)))
  const slowest = (rounds.at(-1) ?? []).toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown)
  const kinds = []
  for (const [kind, own] of Object.entries(kindsOf(world))) kinds.push(...(await figuresOf(rig, pace, kind, own)))
  return {
    readings: [],
    figures: [
      ms('a search over 160,000 cards, p50', middleOf(50)),
      ms('a search over 160,000 cards, p95', middleOf(95), { atMost: boundMs }),
      ms('a search over 160,000 cards, p99', middleOf(99)),
      ...kinds,
    ],
    notes: [
      `${queries.length} queries, ${rounds.length} rounds.`,
      ...slowest.map(({ query, ms, hits }) => `${ms.toFixed(1)} ms, ${hits} hits on the page: ${query}`),
    ],
  }
}

async function figuresOf(rig: Rig, pace: Pace, kind: string, queries: readonly string[]): Promise<Figure[]> {
  await latenciesOf(rig, queries)
  const all = (await measuredRounds(rig, queries, pace)).flat().map(({ ms }) => ms)
  all.sort(ascending)
  return [
    ms(`a search by ${kind}, p95`, percentile(all, 95), { atMost: kindBoundMs }),
    ms(`a search by ${kind}, p99`, percentile(all, 99), { atMost: kindRareBoundMs }),
  ]
}

/** From the most frequent word to rare ones. */
function kindsOf({ words }: SearchWorld): Record<string, string[]> {
  const word = (at: number) => words[Math.floor(((at / ofAKind) ** 3 * words.length) / 2)] ?? ''
  const each = (query: (word: string) => string) => Array.from({ length: ofAKind }, (_, at) => query(word(at)))
  return {
    'a word': each((word) => `q=${word}`),
    'two words': each((word) => `q=${word}+${words[7]}`),
    'the beginning of a word': each((word) => `q=${word.slice(0, 3)}`),
    'a word and a label, by due date': each((word) => `q=${word}&label=bug&sort=due`),
    'a word and a week, by due date': each((word) => `q=${word}&due=week&sort=due`),
  }
}

type Latency = { query: string; ms: number; hits: number }

async function measuredRounds(rig: Rig, queries: readonly string[], pace: Pace): Promise<Latency[][]> {
  const rounds: Latency[][] = []
  while (rounds.length < pace.rounds && (rounds.length === 0 || pace.hasTime())) rounds.push(await latenciesOf(rig, queries))
  return rounds
}

async function latenciesOf({ world }: Rig, queries: readonly string[]): Promise<Latency[]> {
  const latencies: Latency[] = []
  for (const query of queries) {
    const startMs = performance.now()
    const { body } = await world.api('GET', `/api/search/cards?${query}`)
    latencies.push({ query, ms: performance.now() - startMs, hits: (body as unknown[]).length })
  }
  return latencies
}

/** The same kinds of searches in every run, of words from the most frequent to the rarest. */
function mixOf({ boards, words, fieldId, prefix }: SearchWorld): string[] {
  const random = randomFrom(99)
  const word = () => words[Math.floor(words.length * random() ** 2)] ?? ''
  const long = () => words[1_000 + Math.floor(random() * 9_000)]?.padEnd(5, 'a') ?? ''
  const mistyped = (right: string) => `${right.slice(0, 2)}x${right.slice(3)}`
  const board = (at: number) => boards[at % boards.length]
  const kinds: [count: number, query: (at: number) => string][] = [
    [10, (at) => `q=${words[at]}`],
    [40, () => `q=${word()}`],
    [30, () => `q=${word()}+${word()}`],
    [10, () => `q=${word()}+${word()}+${word()}`],
    [10, () => `q=${word().slice(0, 3)}`],
    [20, () => `q=${mistyped(long())}`],
    [5, (at) => `q=${prefix}-${1 + at * 1_999}`],
    [10, () => `q=${word()}&assignee=me&completed=false`],
    [10, () => `q=${word()}&sort=updated`],
    [5, (at) => `q=${words[at]}&sort=due&label=bug`],
    [10, (at) => `q=${word()}&boardId=${board(at)?.id}&priority=urgent&priority=high`],
    [5, () => 'assignee=me&completed=false&sort=due'],
    [5, () => 'due=week&completed=false'],
    [5, () => 'due=overdue&sort=priority'],
    [5, (at) => `label=Bug&priority=urgent&boardId=${board(at)?.id}`],
    [5, (at) => `listId=${board(at)?.listIds[at % 4]}&sort=created`],
    [5, (at) => `field.${fieldId}=${at}`],
    [5, (at) => `sort=${['updated', 'created', 'due', 'priority', 'updated'][at]}&limit=200`],
    [3, () => 'assignee=none&delegatedTo=none&priority=low&completed=true'],
    [2, () => 'sessionState=working'],
  ]
  return kinds.flatMap(([count, query]) => Array.from({ length: count }, (_, at) => query(at)))
}

const ascending = (a: number, b: number): number => a - b
const ms = (what: string, measured: number | null, bound: Figure['bound'] = null): Figure => ({ what, measured, unit: 'ms', bound })
