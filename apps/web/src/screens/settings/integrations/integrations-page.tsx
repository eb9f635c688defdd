import type { Integration, OutputOf, PluginManifest } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { integrationsQuery, integrationTypesQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { BackLink, ItemLink, useItem } from '../automation/item.tsx'
import { OnceSecrets } from '../automation/once-secret.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page, Part, Rows } from '../page.tsx'
import { InstallForm } from './install-form.tsx'
import { IntegrationPage } from './integration-page.tsx'
import { useManifestWords } from './manifest-words.ts'
import { useIntegrationStanding } from './standing.ts'

/** The plugins of this board. */
export function IntegrationsPage() {
  return (
    <AreaTexts area="automation">
      <Integrations />
    </AreaTexts>
  )
}

function Integrations() {
  const t = useTranslations('automation.integrations')
  const { board } = useBoardSettings()
  const { item } = useItem()
  const words = useManifestWords()
  const [installed, manifests] = [useQuery(integrationsQuery(board.id)), useQuery(integrationTypesQuery)]
  const failed = [installed, manifests].find(isLost)
  if (failed) return <ErrorState level="h1" failure={failed.error} onRetry={() => failed.refetch()} />
  if (!installed.data || !manifests.data) return <PagePending />
  const inWords = manifests.data.map(words)
  if (item === undefined) return <AllIntegrations installed={installed.data} manifests={inWords} />
  const integration = installed.data.find(({ id }) => id === item)
  const manifest = inWords.find(({ type }) => type === integration?.type)
  if (integration) return <IntegrationPage key={integration.id} integration={integration} manifest={manifest} />
  return (
    <EmptyState level="h1" title={t('missing')} action={<BackLink>{t('back')}</BackLink>}>
      {t('missingText')}
    </EmptyState>
  )
}

type Given = OutputOf<'integration.install'>

function AllIntegrations({ installed, manifests }: { installed: readonly Integration[]; manifests: readonly PluginManifest[] }) {
  const t = useTranslations('automation.integrations')
  const { mayManage } = useBoardSettings()
  const { open } = useItem()
  // The type, not the manifest, because the manifest changes with the language. Null stands for a custom plugin.
  const [installing, setInstalling] = useState<{ type: string | null } | null>(null)
  const [given, setGiven] = useState<Given | null>(null)
  return (
    <Page title={t('title')} intro={t('intro')}>
      {given && <GivenOnce given={given} onDone={() => void open(given.integration.id)} />}
      {installed.length > 0 ? (
        <div className="mt-4 first:mt-0">
          <Rows label={t('installed')}>
            {installed.map((integration) => (
              <IntegrationRow key={integration.id} integration={integration} />
            ))}
          </Rows>
        </div>
      ) : (
        !given && <p className="text-ink-3">{t('none')}</p>
      )}
      {mayManage && !given && (
        <Part title={t('add')} intro={t('addIntro')}>
          {installing ? (
            <InstallForm
              manifest={manifests.find(({ type }) => type === installing.type) ?? null}
              onCancel={() => setInstalling(null)}
              onInstalled={(answer) => {
                setInstalling(null)
                setGiven(answer)
              }}
            />
          ) : (
            <Kinds manifests={manifests} onChoose={(type) => setInstalling({ type })} />
          )}
        </Part>
      )}
    </Page>
  )
}

function Kinds({ manifests, onChoose }: { manifests: readonly PluginManifest[]; onChoose: (type: string | null) => void }) {
  const t = useTranslations('automation.integrations')
  const kinds = [
    ...manifests.map(({ type, name, description }) => ({ type, key: type, name, about: description })),
    { type: null, key: 'own', name: t('own'), about: t('ownAbout') },
  ]
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {kinds.map(({ type, key, name, about }) => (
        <li key={key} className="flex flex-col items-start gap-2 rounded-lg border border-line bg-surface p-3">
          <h3 className="flex items-center gap-2 font-semibold text-md">
            <Plug size={16} aria-hidden className="text-accent" /> {name}
          </h3>
          <p className="flex-1 text-ink-2">{about}</p>
          <Button aria-label={t('installOf', { name })} onClick={() => onChoose(type)}>
            {t('install')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function GivenOnce({ given: { integration, token, signingSecret }, onDone }: { given: Given; onDone: () => void }) {
  const t = useTranslations('automation.integrations')
  const [ready, secret] = [token ?? '', signingSecret ?? '']
  return (
    <OnceSecrets
      intro={t('given', { name: integration.name })}
      secrets={[
        { label: t('environment'), text: environmentOf({ url: location.origin, token: ready, signingSecret: secret }) },
        { label: t('token'), text: ready },
        { label: t('signingSecret'), text: secret },
      ]}
      onDone={onDone}
    />
  )
}

function IntegrationRow({ integration }: { integration: Integration }) {
  const standing = useIntegrationStanding(integration)
  return (
    <li className="relative flex items-start gap-3 bg-surface px-3 py-2.5 hover:bg-hover">
      <Plug size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <ItemLink item={integration.id} className="font-medium text-md after:absolute after:inset-0">
          {integration.name}
        </ItemLink>
        <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm">
          {integration.name.toLowerCase() !== integration.type && <span>{integration.type}</span>}
          <span className={standing.isBad ? 'text-danger' : 'text-ink-2'}>{standing.text}</span>
        </p>
      </div>
    </li>
  )
}

/** The environment variables that a plugin is started with. */
function environmentOf(given: { url: string; token: string; signingSecret: string }): string {
  return [`TANDEM_URL=${given.url}`, `TANDEM_TOKEN=${given.token}`, `TANDEM_SIGNING_SECRET=${given.signingSecret}`].join('\n')
}
