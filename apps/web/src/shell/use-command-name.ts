import { attributeOfColumn, isAttributeColumn } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { CommandName } from './commands.ts'

/** The name of a command as help and palette list it. An attribute of a card brings its own. */
export function useCommandName(): (name: CommandName) => string {
  const ofCommands = useTranslations('keys.names')
  const ofAttributes = useTranslations('attributes')
  return (name) => (isAttributeColumn(name) ? ofAttributes(`${attributeOfColumn[name]}.command`) : ofCommands(name))
}
