import type { PluginManifest } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { toldIn } from '../../../api/told.ts'
import type { integrationsTexts } from '../../../i18n/automation/integrations-en.ts'
import { isRecord } from './schema.ts'

type Texts = (typeof integrationsTexts)['integrations']['manifest']

/** What the plugins that come with Tandem say of themselves and of their config; what other plugins say is theirs. */
export const said: Record<keyof Texts['said'], RegExp> = {
  slack: /^Tells channels what happens on the board/,
  github: /^Links pull requests to the cards/,
  gitlab: /^Links merge requests to the cards/,
  channelId: /^The id of the channel, such as/,
  verbs: /^Verbs to tell; all that the plugin knows/,
  listId: /^The list for cards made from the channel/,
  commands: /^False: commands in the channel are for another board/,
  opened: /^The list to which a card goes when a pull request for it is opened/,
  merged: /^The list to which a card goes when a pull request for it is merged/,
  repository: /^owner\/name$/,
  project: /^group\/project$/,
}
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

/** A manifest in the language of who reads it. */
export function useManifestWords(): (manifest: PluginManifest) => PluginManifest {
  const t = useTranslations('automation.integrations.manifest')
  const inWords = (description: string) => {
    const found = toldIn(said, description)
    return found ? t(`said.${found.shape}`) : description
  }
  const fieldInWords = ([key, schema]: [string, unknown]): [string, unknown] => {
    if (!isRecord(schema)) return [key, schema]
    const name = named.find((one) => one === key)
    return [key, { ...(name && { title: t(`names.${name}`) }), ...schemaInWords(schema) }]
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
