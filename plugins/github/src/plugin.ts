import { manifests } from '@tandem/contract'
import type { Context, Install, Plugin } from '@tandem/plugin-kit'
import { reportBranch } from './branch.ts'
import { passOnComment } from './comment.ts'
import { type GithubEvent, githubEvent } from './event.ts'
import { createGithub } from './github.ts'
import { followPullRequest } from './pull-request.ts'
import { readGithub } from './read.ts'
import { readAccess } from './settings.ts'

/** GitHub as a plugin of Tandem. Specification: service §6 (code-host verbs, linking rules), decisions §5. */
export function githubPlugin(environment: Readonly<Record<string, string | undefined>>): Plugin<GithubEvent> {
  const github = createGithub(readAccess(environment))
  return {
    manifest: githubManifest(),
    environmentSecrets: { webhookSecret: 'GITHUB_WEBHOOK_SECRET' },
    provider: {
      signedWith: 'webhookSecret',
      event: githubEvent,
      read: readGithub,
      isFor: (event, install) => isOf(install, event.repository),
    },
    onProviderEvent: (event: GithubEvent, context: Context) => {
      if (event.kind === 'branch') return reportBranch(event, context)
      return event.kind === 'comment' ? passOnComment(event, context) : followPullRequest(event, context, github)
    },
  }
}

function githubManifest(): Plugin<GithubEvent>['manifest'] {
  const manifest = manifests.find(({ type }) => type === 'github')
  if (!manifest) throw new Error('The contract declares no plugin github.')
  return manifest
}

/** The repository that the board's config names, if the operator grants it. GitHub tells names of different case apart from none. */
function isOf({ config, allow }: Install, repository: string): boolean {
  const name = repository.toLowerCase()
  if (typeof config.repository !== 'string' || config.repository.toLowerCase() !== name) return false
  const owner = name.split('/')[0]
  return allow === undefined || allow.some((granted) => [name, `${owner}/*`].includes(granted.toLowerCase()))
}
