/** How long the texts are of each session of a page, for `endedByOctets`. */
export function withOctets(page: string): string {
  return `select *, octet_length(concat(summary, failure_reason, plan, question, last_answer)) as octets from (${page}) s`
}
