import { es as app } from '../es.ts'
import type { Language } from './language.ts'

export const es: Language = {
  app,
  areas: {
    agents: async () => (await import('../agents/es.ts')).es,
    answer: async () => (await import('../answer/es.ts')).es,
    archive: async () => (await import('../archive/es.ts')).es,
    automation: async () => (await import('../automation/es.ts')).es,
    bulk: async () => (await import('../bulk/es.ts')).es,
    consent: async () => (await import('../consent/es.ts')).es,
    dates: async () => (await import('../dates/es.ts')).es,
    details: async () => (await import('../details/es.ts')).es,
    editor: async () => (await import('../editor/es.ts')).es,
    find: async () => (await import('../find/es.ts')).es,
    inbox: async () => (await import('../inbox/es.ts')).es,
    insights: async () => (await import('../insights/es.ts')).es,
    keys: async () => (await import('../keys/es.ts')).es,
    mine: async () => (await import('../mine/es.ts')).es,
    refusals: async () => (await import('../refusals/es.ts')).es,
    settings: async () => (await import('../settings/es.ts')).es,
    start: async () => (await import('../start/es.ts')).es,
    undo: async () => (await import('../undo/es.ts')).es,
    views: async () => (await import('../views/es.ts')).es,
  },
}
