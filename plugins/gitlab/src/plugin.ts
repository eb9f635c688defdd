import { manifests } from '@tandem/contract'
import { actOnCodeHost, type CodeHostEvent, type Context, codeHostEvent, type Install, type Plugin } from '@tandem/plugin-kit'
import { createGitlab } from './gitlab.ts'
import { readGitlab } from './read.ts'
import { readAccess } from './settings.ts'

/** GitLab as a plugin of Tandem. Specification: service §6 (code-host verbs, linking rules), decisions §5. */
export function gitlabPlugin(environment: Readonly<Record<string, string | undefined>>): Plugin<CodeHostEvent> {
  const host = { system: 'gitlab', api: createGitlab(readAccess(environment)) }
  return {
    manifest: gitlabManifest(),
    environmentSecrets: { webhookToken: 'GITLAB_WEBHOOK_TOKEN' },
    provider: {
      signedWith: 'webhookToken',
      event: codeHostEvent,
      read: readGitlab,
      isFor: (event, install) => isOf(install, event.repository),
    },
    onProviderEvent: (event: CodeHostEvent, context: Context) => actOnCodeHost(event, context, host),
  }
}

function gitlabManifest(): Plugin<CodeHostEvent>['manifest'] {
  const manifest = manifests.find(({ type }) => type === 'gitlab')
  if (!manifest) throw new Error('The contract declares no plugin gitlab.')
  return manifest
}

/** The project that the board's config names, if the operator grants it: itself, or a group above it. GitLab knows paths in any case. */
function isOf({ config, allow }: Install, project: string): boolean {
  const path = project.toLowerCase()
  if (typeof config.project !== 'string' || config.project.toLowerCase() !== path) return false
  return allow === undefined || allow.some((granted) => isGranted(granted.toLowerCase(), path))
}

const isGranted = (granted: string, path: string): boolean =>
  granted === path || (granted.endsWith('/*') && path.startsWith(granted.slice(0, -1)))
