/**
 * The text of a reply without quotes and signature. It works line by line and uses no expression that could take long on untrusted text:
 * the libraries for this search whole texts with expressions that need RE2, a native module, to be safe.
 */
export function replyTextIn(text: string): string {
  const lines = linesOf(text)
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (endsReply(lines, at)) break
    if (line.startsWith('>')) continue
    const quoteAt = attributionEnd(lines, at)
    if (quoteAt === null) kept.push(line)
    // Answers below or between quoted lines are kept. Without quoted lines, the rest is the original mail.
    else if (nextText(lines, quoteAt)?.startsWith('>')) at = quoteAt - 1
    else break
  }
  return kept.join('\n').trim()
}

/** Longer than a comment may be (100,000). */
const mostCharacters = 120_000
/** A heading of a quote is not longer. */
const longestHeading = 400

const linesOf = (text: string): string[] =>
  text
    .slice(0, mostCharacters)
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u200b', '')
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trimEnd())

/** The next line that is not empty. */
const nextText = (lines: readonly string[], from: number): string | undefined => lines.slice(from, from + 5).find((line) => line !== '')

/** Lines that begin a signature or a quote that goes on to the end. Only lines up to the length of a heading are tested. */
const ends: readonly RegExp[] = [
  // RFC 3676 §4.3: its space at the end is often lost.
  /^--$/,
  /^[-_]{2,} ?(original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado) ?[-_]{2,}$/i,
  /^(begin forwarded message|anfang der weitergeleiteten nachricht|inicio del mensaje reenviado):$/i,
  /^sent from (my |outlook|mail for|yahoo|proton|samsung|an? )/i,
  /^sent with proton/i,
  /^(gesendet|versendet) (von|mit|aus) /i,
  /^von (meinem|outlook|mir) .*gesendet$/i,
  /^diese nachricht wurde von meinem .*gesendet\.?$/i,
  /^enviado (desde|con|de) (mi |outlook|yahoo|proton|correo|samsung|el )/i,
  /^(get|obtener|descargar|holen sie sich|hol dir|laden sie) outlook (for|para|für) /i,
  /^outlook für (ios|android) /i,
]

function endsReply(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.length > longestHeading) return false
  return ends.some((end) => end.test(line)) || isHeadOfOutlook(lines, at)
}

const rule = /^(_{8,}|-{8,})$/
const sender = /^[*_]{0,2}(from|von|de)[*_]{0,2} ?:[*_]{0,2} ?\S/i
const others = /^[*_]{0,2}(sent|date|to|subject|gesendet|datum|an|betreff|enviado( el)?|fecha|para|asunto)[*_]{0,2} ?:/i
const headLines = 6

/** From, Sent, To, Subject, one below the other, perhaps under a line. */
function isHeadOfOutlook(lines: readonly string[], at: number): boolean {
  const begin = rule.test(lines[at] ?? '') ? at + 1 : at
  const head = lines.slice(begin, begin + headLines).map((line) => line.slice(0, longestHeading))
  const isFirst = sender.test(head[0] ?? '') || (others.test(head[0] ?? '') && sender.test(head[1] ?? ''))
  return isFirst && head.filter((line) => others.test(line)).length >= 2
}

/** The line, broken by some programs, in which a program says whom it quotes. */
const attributions: readonly { first: RegExp; last: RegExp }[] = [
  { first: /^(on|le) .*\d/i, last: /(wrote|écrit) ?:$/i },
  { first: /^am .*\d/i, last: /schrieb( [^:]*(:[^: ][^:]*)?)?:$/i },
  { first: /^el .*\d/i, last: /escribió ?:$/i },
  { first: /^\S[^<]*<[^\s<>@]+@[^\s<>]+>/, last: /(wrote|schrieb( am .*)?|escribió( el .*)?) ?:$/i },
  { first: /^\S.* (wrote|schrieb|escribió) /, last: /^(?=.*\d).*:$/ },
]
const mostBrokenLines = 4

/** The line after the attribution that begins here; null when none does. */
function attributionEnd(lines: readonly string[], at: number): number | null {
  const first = lines[at]?.trimStart() ?? ''
  const kinds = attributions.filter((kind) => first.length <= longestHeading && kind.first.test(first))
  if (kinds.length === 0) return null
  let heading = ''
  for (let next = at; next < at + mostBrokenLines; next += 1) {
    const line = lines[next]
    if (line === undefined || line === '' || heading.length + line.length > longestHeading) return null
    heading = heading === '' ? line : `${heading} ${line}`
    if (kinds.some(({ last }) => last.test(heading))) return next + 1
  }
  return null
}
