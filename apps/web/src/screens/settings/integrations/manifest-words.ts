import { manifestTexts, type PluginManifest } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { integrationsTexts } from '../../../i18n/automation/integrations-en.ts'
import { isRecord } from './schema.ts'

type Texts = (typeof integrationsTexts)['integrations']['manifest']
type Said = keyof typeof manifestTexts

/** The keys of known manifest texts. Texts of other plugins are shown as the plugin wrote them. */
const said: ReadonlyMap<string, Said> = new Map((Object.keys(manifestTexts) as Said[]).map((key) => [manifestTexts[key], key]))
const named: readonly (keyof Texts['names'])[] = [
  'channels',
  'channelId',
  'verbs',
  'listId',
  'commands',
  'repository',
  'project',
  'inProgressListId',
  'doneListId',
]

const secrets: readonly (keyof Texts['names'])[] = ['botToken', 'signingSecret', 'webhookSecret', 'webhookToken']

/** Those of `named` that are lists, whose entries have a name too. */
const lists: readonly (keyof Texts['entries'])[] = ['channels', 'verbs']

/** A manifest in the reader's language. */
export function useManifestWords(): (manifest: PluginManifest) => PluginManifest {
  const t = useTranslations('automation.integrations.manifest')
  const inWords = (description: string) => {
    const key = said.get(description)
    return key ? t(`said.${key}`) : description
  }
  const fieldInWords = ([key, schema]: [string, unknown]): [string, unknown] => {
    if (!isRecord(schema)) return [key, schema]
    const name = named.find((one) => one === key)
    const entry = lists.find((one) => one === key)
    const worded = schemaInWords(schema)
    const { items } = worded
    return [
      key,
      {
        ...(name && { title: t(`names.${name}`) }),
        ...worded,
        ...(entry && isRecord(items) && { items: { title: t(`entries.${entry}`), ...items } }),
      },
    ]
  }
  const schemaInWords = (schema: Record<string, unknown>): Record<string, unknown> => {
    const { description, properties, items } = schema
    return {
      ...schema,
      ...(typeof description === 'string' && { description: inWords(description) }),
      ...(isRecord(properties) && { properties: Object.fromEntries(Object.entries(properties).map(fieldInWords)) }),
      ...(isRecord(items) && { items: schemaInWords(items) }),
    }
  }
  return (manifest) => ({
    ...manifest,
    description: inWords(manifest.description),
    configSchema: schemaInWords(manifest.configSchema),
  })
}

/** The name of a secret of a known plugin; null for another one. */
export function useSecretName(): (key: string) => string | null {
  const t = useTranslations('automation.integrations.manifest.names')
  return (key) => {
    const known = secrets.find((one) => one === key)
    return known ? t(known) : null
  }
}
