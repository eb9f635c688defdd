/** The address of Slack's API. Throws an Error that names the variable if it is invalid. */
export function readApiUrl(environment: Readonly<Record<string, string | undefined>>): string {
  const url = environment.SLACK_API_URL || 'https://slack.com/api/'
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Error('SLACK_API_URL: must be an http or https URL')
  return url.endsWith('/') ? url : `${url}/`
}
