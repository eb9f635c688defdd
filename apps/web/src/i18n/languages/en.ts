import { en as app } from '../en.ts'
import type { Language } from './language.ts'

/** Comes with the app: what it speaks where another language has not come. */
export const en: Language = {
  app,
  areas: {
    agents: async () => (await import('../agents/en.ts')).en,
    answer: async () => (await import('../answer/en.ts')).en,
    archive: async () => (await import('../archive/en.ts')).en,
    automation: async () => (await import('../automation/en.ts')).en,
    bulk: async () => (await import('../bulk/en.ts')).en,
    consent: async () => (await import('../consent/en.ts')).en,
    dates: async () => (await import('../dates/en.ts')).en,
    details: async () => (await import('../details/en.ts')).en,
    editor: async () => (await import('../editor/en.ts')).en,
    find: async () => (await import('../find/en.ts')).en,
    inbox: async () => (await import('../inbox/en.ts')).en,
    insights: async () => (await import('../insights/en.ts')).en,
    keys: async () => (await import('../keys/en.ts')).en,
    mine: async () => (await import('../mine/en.ts')).en,
    refusals: async () => (await import('../refusals/en.ts')).en,
    settings: async () => (await import('../settings/en.ts')).en,
    start: async () => (await import('../start/en.ts')).en,
    undo: async () => (await import('../undo/en.ts')).en,
    views: async () => (await import('../views/en.ts')).en,
  },
}
