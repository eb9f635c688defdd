import type { BoardTree } from '@tandem/contract'

type Run = unknown[]

/** In characters. A shorter answer is parsed at once, a longer one in pieces of about this length. */
const pieceLength = 131_072
const beforeCards = '"cards":['
const [quote, backslash, comma] = ['"', '\\', ',']

/**
 * Reads the answer of `board.tree` while it arrives. The cards of a large board are parsed in several tasks: 3 MB at once block the page
 * for longer than users tolerate.
 */
export async function parseTree(response: Response, nextTask: () => Promise<unknown>): Promise<BoardTree> {
  const tree = createTreeReader()
  const decoder = new TextDecoder()
  let waiting = ''
  let isLarge = false
  for await (const bytes of chunksOf(response)) {
    waiting += decoder.decode(bytes, { stream: true })
    while (waiting.length >= pieceLength) {
      tree.take(waiting.slice(0, pieceLength))
      waiting = waiting.slice(pieceLength)
      isLarge = true
      await nextTask()
    }
  }
  waiting += decoder.decode()
  if (!isLarge) return JSON.parse(waiting) as BoardTree
  tree.take(waiting)
  return tree.end()
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value
}

/**
 * Parses the objects of each array `cards` as they come, and the rest, in which a number stands for each of these arrays, at the end. No
 * text within a string can be taken for a part of the structure, because quotation marks in it are escaped.
 */
function createTreeReader() {
  const frame: string[] = []
  const runs: Run[] = []
  let text = ''
  /** The start of the text that is not parsed yet: of the frame, or of the cards of the open array. */
  let from = 0
  let at = 0
  let depth = 0
  let isInString = false
  /** The open array of cards: its depth, and the position up to which its cards are complete. */
  let run: { depth: number; cards: Run; complete: number } | null = null

  return {
    take(more: string): void {
      text = text.slice(from) + more
      at -= from
      if (run) run.complete -= from
      from = 0
      scan()
      if (run) takeCards(run)
    },
    end(): BoardTree {
      const tree = JSON.parse(frame.join('') + text.slice(from)) as BoardTree
      const cardsOf = (list: BoardTree['lists'][number]) => {
        const [place] = list.cards as unknown[]
        return typeof place === 'number' ? { ...list, cards: (runs[place] ?? []) as typeof list.cards } : list
      }
      return runs.length === 0 ? tree : { ...tree, lists: tree.lists.map(cardsOf) }
    },
  }

  function scan(): void {
    for (; at < text.length; at++) {
      if (isInString) {
        at = endOfString()
        if (at === text.length) return
        isInString = false
        continue
      }
      const sign = text[at]
      if (sign === quote) isInString = true
      else if (sign === '{' || sign === '[') open(sign)
      else if (sign === '}' || sign === ']') close()
    }
  }

  /** The position of the quote that ends the string around `at`, or the end of the text. */
  function endOfString(): number {
    for (let end = text.indexOf(quote, at); end >= 0; end = text.indexOf(quote, end + 1)) {
      let before = end
      while (text[before - 1] === backslash) before -= 1
      if ((end - before) % 2 === 0) return end
    }
    return text.length
  }

  function open(sign: string): void {
    depth += 1
    if (run || sign !== '{' || !text.endsWith(beforeCards, at)) return
    frame.push(text.slice(from, at), String(runs.length))
    from = at
    run = { depth, cards: [], complete: at }
  }

  function close(): void {
    depth -= 1
    if (!run) return
    if (depth === run.depth - 1) run.complete = at + 1
    if (depth !== run.depth - 2) return
    takeCards(run)
    runs.push(run.cards)
    run = null
    from = at
  }

  /** The commas between cards belong to none of them. */
  function takeCards({ cards, complete }: { cards: Run; complete: number }): void {
    const begin = text[from] === comma ? from + 1 : from
    if (complete <= begin) return
    for (const card of JSON.parse(`[${text.slice(begin, complete)}]`) as Run) cards.push(card)
    from = complete
  }
}
