/** What a plugin is started with: nothing else has to be known to run it. */
export function environmentOf(given: { url: string; token: string; signingSecret: string }): string {
  return [`TANDEM_URL=${given.url}`, `TANDEM_TOKEN=${given.token}`, `TANDEM_SIGNING_SECRET=${given.signingSecret}`].join('\n')
}
