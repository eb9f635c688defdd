import {
  added,
  callLine,
  type Fields,
  fields,
  jsonReader,
  linesOf,
  list,
  noneUsed,
  number,
  type Reader,
  text,
  type Used,
} from './reader.ts'

/** `claude --print --output-format stream-json --verbose`. */
export function readClaude(): Reader {
  // A message is printed once for each of its parts, with the same usage.
  const messages = new Map<string, Used>()
  let said = ''
  return jsonReader((event, sum) => {
    if (event.type === 'assistant') {
      const message = fields(event.message)
      messages.set(text(message.id), usedIn(fields(message.usage)))
      sum.used = [...messages.values()].reduce(added, noneUsed)
      return list(message.content).flatMap((part) => {
        if (part.type === 'tool_use') return callLine(part.name, part.input)
        if (part.type !== 'text') return []
        said = text(part.text)
        return linesOf(said)
      })
    }
    if (event.type !== 'result') return []
    // The sums of the whole run: those of the messages above lack their unfinished parts.
    sum.used = { ...usedIn(fields(event.usage)), costUsd: number(event.total_cost_usd) }
    const result = text(event.result)
    sum.answer = result || null
    return result.trim() === said.trim() ? [] : linesOf(result)
  })
}

/** Tokens read from the cache count as input. They cost less, and the reported cost includes that. */
function usedIn(usage: Fields): Used {
  const input = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens]
  return { inputTokens: input.reduce<number>((all, one) => all + number(one), 0), outputTokens: number(usage.output_tokens), costUsd: 0 }
}
