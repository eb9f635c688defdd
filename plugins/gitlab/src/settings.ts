/** How the plugin reaches the API of GitLab. Without a token it works from the webhook alone. */
export type GitlabAccess = {
  /** Of the instance, such as https://gitlab.example.com, or https://example.com/gitlab. */
  url: string
  token: string | null
}

/** Throws an Error that names the variable that is set wrongly. */
export function readAccess(environment: Readonly<Record<string, string | undefined>>): GitlabAccess {
  const url = (environment.GITLAB_URL || 'https://gitlab.com').replace(/\/+$/, '').replace(/\/api\/v4$/, '')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Error('GITLAB_URL: must be an http or https URL')
  return { url, token: environment.GITLAB_TOKEN || null }
}
