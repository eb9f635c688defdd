import { type AttributeName, cardAttributes } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Attribute } from './attributes.ts'

const isOfTable = (attribute: Attribute): attribute is AttributeName => Object.hasOwn(cardAttributes, attribute)

/** What an attribute is called within a rule. */
export function useAttributeName(): (attribute: Attribute) => string {
  const t = useTranslations('automation.attributes')
  const ofTable = useTranslations('attributes')
  return (attribute) => (isOfTable(attribute) ? ofTable(`${attribute}.inRules`) : t(attribute))
}
