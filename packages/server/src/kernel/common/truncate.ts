/** Truncates a text to at most so many UTF-16 units, and no half of a surrogate pair at their end, which is no character. */
export function truncate(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most)
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
