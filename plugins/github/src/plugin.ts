import { manifests } from '@tandem/contract'
import { actOnCodeHost, type CodeHostEvent, type Context, codeHostEvent, type Install, type Plugin } from '@tandem/plugin-kit'
import { createGithub } from './github.ts'
import { readGithub } from './read.ts'
import { readAccess } from './settings.ts'

/** GitHub as a plugin of Tandem. Specification: service §6 (code-host verbs, linking rules), decisions §5. */
export function githubPlugin(environment: Readonly<Record<string, string | undefined>>): Plugin<CodeHostEvent> {
  const host = { system: 'github', api: createGithub(readAccess(environment)) }
  return {
    manifest: githubManifest(),
    environmentSecrets: { webhookSecret: 'GITHUB_WEBHOOK_SECRET' },
    provider: {
      signedWith: 'webhookSecret',
      event: codeHostEvent,
      read: readGithub,
      isFor: (event, install) => isOf(install, event.repository),
    },
    onProviderEvent: (event: CodeHostEvent, context: Context) => actOnCodeHost(event, context, host),
  }
}

function githubManifest(): Plugin<CodeHostEvent>['manifest'] {
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
