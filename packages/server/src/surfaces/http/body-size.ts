import { refusal, type TandemError } from '@tandem/contract'

/** Properties and items, at all depths. The largest body that an operation takes, a rule, has some 3,000. */
export const mostValues = 5_000

/** Levels of nesting. */
export const deepest = 32

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses JSON that holds more values than any operation takes, or nests deeper, before it is parsed: a megabyte of short keys takes
 * JSON.parse and all that follows hundreds of milliseconds, in which no other request is served. Values are counted by
 * the commas between them: brackets without one are few within the allowed depth, or stand between commas.
 */
export function refuseManyValues(json: Uint8Array): void {
  // One value takes two bytes.
  if (json.length <= 2 * mostValues) return
  let [values, depth, inText] = [0, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
      continue
    }
    if (byte === quote) inText = true
    else if (byte === openArray || byte === openObject) depth += 1
    else if (byte === closeArray || byte === closeObject) depth -= 1
    else if (byte !== comma) continue
    else values += 1
    if (depth > deepest) throw tooDeep()
    if (values >= mostValues) throw refusal('bodyTooManyValues', { count: mostValues })
  }
}

export const tooDeep = (): TandemError => refusal('bodyTooDeep', { count: deepest })

/** Refuses a form or query with more fields than any of ours has, before it is taken apart. */
export function refuseManyFields(form: string): void {
  let fields = 1
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) {
    fields += 1
    if (fields > mostValues) throw refusal('formTooManyFields', { count: mostValues })
  }
}
