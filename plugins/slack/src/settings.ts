/** Where the API of Slack is. Throws an Error that names the variable when it is set wrongly. */
export function readApiUrl(environment: Readonly<Record<string, string | undefined>>): string {
  const url = environment.SLACK_API_URL || 'https://slack.com/api/'
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Error('SLACK_API_URL: must be an http or https URL')
  return url.endsWith('/') ? url : `${url}/`
}
