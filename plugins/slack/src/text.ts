/** Escapes text for Slack, whose mrkdwn has three special characters. https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function escaped(text: string, most = 2_800): string {
  return short(text, most).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** As a quote: each line with its mark. */
export const quotedForSlack = (text: string, most?: number): string =>
  escaped(text.trim(), most)
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** A link whose text cannot end it. */
export const linked = (url: string, text: string): string => `<${url}|${escaped(text.replaceAll('|', '/'), 200)}>`

/** A text from Slack as plain text: `<@U1|ada>` is @ada, `<https://x|y>` is y (https://x). */
export function plainText(text: string): string {
  const named = text.replaceAll(/<([@#!])([^<>|]*)(?:\|([^<>]*))?>/g, (_all, sign: string, target: string, label?: string) => {
    return sign === '!' ? label || `@${target.split('^')[0]}` : `${sign}${label || target}`
  })
  const spelled = named.replaceAll(/<((?:https?|mailto|tel):[^<>|]*)(?:\|([^<>]*))?>/g, (_all, target: string, label?: string) => {
    return label === undefined || target.endsWith(label) ? target.replace(/^(?:mailto|tel):/, '') : `${label} (${target})`
  })
  return spelled.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** At most so many characters, with an ellipsis, and no half of one. */
export const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text)
