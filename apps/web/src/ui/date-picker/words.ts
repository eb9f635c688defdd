import { type Locale, locales } from '../../i18n/languages/languages.ts'

/**
 * The words of one language for typed dates: in lower case, umlauts written out (`maerz`) and without other accents (`sabado`), so that
 * both ways to type them match.
 */
export type DateWords = {
  /** Phrases, and other words of this table that mean the same. */
  phrases: Readonly<Record<string, string>>
  /** Days from today, for one word or several. */
  relative: Readonly<Record<string, number>>
  /** Monday first, and January first; at least `shortest` letters of a beginning match. */
  weekdays: readonly string[]
  months: readonly string[]
  shortest: { weekday: number; month: number }
  units: Readonly<Record<string, Unit>>
  numbers: Readonly<Record<string, number>>
  /** Minutes of each unit after which a time is counted from now: `in 2 hours`. */
  clockUnits: Readonly<Record<string, number>>
  /** Words for times and parts of a day. A time in digits beside them wins: `tomorrow morning 8:30`. */
  times: Readonly<Record<string, string>>
  /** A number after it is an hour: `um 9`. Null where it may be anything. */
  hourWords: string | null
  /** A number after it is a day of the month: `el 24`. */
  dayWord: string
  inWords: readonly string[]
  /** Before or after a distance: `3 days ago`, `vor 3 Tagen`. */
  agoWords: readonly string[]
  /** Before or after the word that they modify: `next week`, `semana que viene`. */
  nextWords: readonly string[]
  lastWords: readonly string[]
  /** Whether "next Friday" is that of next week; otherwise it is the coming one. */
  nextIsOfNextWeek: boolean
  endWords: readonly string[]
  /** Words without a meaning of their own: `on friday at 15:00`. */
  fillers: readonly string[]
}

export type Unit = 'day' | 'week' | 'month' | 'year'

const en: DateWords = {
  phrases: {
    tonight: 'today evening',
    'this morning': 'today morning',
    'this afternoon': 'today afternoon',
    'this evening': 'today evening',
    weekend: 'saturday',
    eod: 'end of day',
    eow: 'end of week',
    eom: 'end of month',
    eoy: 'end of year',
  },
  relative: {
    today: 0,
    tod: 0,
    tomorrow: 1,
    tom: 1,
    tmr: 1,
    overmorrow: 2,
    'day after tomorrow': 2,
    yesterday: -1,
    'day before yesterday': -2,
  },
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  months: 'january february march april may june july august september october november december'.split(' '),
  shortest: { weekday: 2, month: 3 },
  units: {
    d: 'day',
    day: 'day',
    days: 'day',
    w: 'week',
    week: 'week',
    weeks: 'week',
    month: 'month',
    months: 'month',
    year: 'year',
    years: 'year',
  },
  numbers: { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  clockUnits: { minute: 1, minutes: 1, min: 1, mins: 1, hour: 60, hours: 60, hr: 60, hrs: 60 },
  times: { midnight: '00:00', morning: '09:00', noon: '12:00', afternoon: '15:00', evening: '20:00' },
  hourWords: null,
  dayWord: 'the',
  inWords: ['in'],
  agoWords: ['ago'],
  nextWords: ['next'],
  lastWords: ['last'],
  nextIsOfNextWeek: true,
  endWords: ['end'],
  fillers: ['on', 'at', 'of', 'the', 'this', 'by', 'due'],
}

const de: DateWords = {
  phrases: { 'heute in': 'in', wochenende: 'samstag' },
  relative: { heute: 0, morgen: 1, uebermorgen: 2, gestern: -1, vorgestern: -2 },
  weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  months: 'januar februar maerz april mai juni juli august september oktober november dezember'.split(' '),
  shortest: { weekday: 2, month: 3 },
  units: {
    t: 'day',
    tag: 'day',
    tage: 'day',
    tagen: 'day',
    tages: 'day',
    w: 'week',
    woche: 'week',
    wochen: 'week',
    monat: 'month',
    monate: 'month',
    monaten: 'month',
    monats: 'month',
    jahr: 'year',
    jahre: 'year',
    jahren: 'year',
    jahres: 'year',
  },
  numbers: { einem: 1, einer: 1, ein: 1, zwei: 2, drei: 3, vier: 4, fuenf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10 },
  clockUnits: { minute: 1, minuten: 1, stunde: 60, stunden: 60, std: 60 },
  times: {
    mitternacht: '00:00',
    frueh: '09:00',
    morgens: '09:00',
    vormittag: '09:00',
    mittag: '12:00',
    mittags: '12:00',
    nachmittag: '15:00',
    abend: '20:00',
    abends: '20:00',
  },
  hourWords: 'um',
  dayWord: 'am',
  inWords: ['in'],
  agoWords: ['vor'],
  nextWords: ['naechste', 'naechsten', 'naechster', 'naechstes'],
  lastWords: ['letzte', 'letzten', 'letzter', 'letztes', 'vorige', 'vorigen', 'voriges'],
  nextIsOfNextWeek: true,
  endWords: ['ende'],
  fillers: ['am', 'um', 'den', 'dem', 'der', 'des', 'diesen', 'diese', 'kommenden', 'kommendes', 'dieses', 'bis'],
}

const es: DateWords = {
  phrases: {
    'esta manana': 'hoy por la manana',
    'esta tarde': 'hoy por la tarde',
    'esta noche': 'hoy por la noche',
    'fin de semana': 'sabado',
  },
  relative: { hoy: 0, manana: 1, 'pasado manana': 2, ayer: -1, anteayer: -2 },
  weekdays: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  shortest: { weekday: 2, month: 3 },
  units: {
    d: 'day',
    dia: 'day',
    dias: 'day',
    semana: 'week',
    semanas: 'week',
    mes: 'month',
    meses: 'month',
    ano: 'year',
    anos: 'year',
  },
  numbers: { un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
  clockUnits: { minuto: 1, minutos: 1, hora: 60, horas: 60 },
  times: { medianoche: '00:00', 'por la manana': '09:00', mediodia: '12:00', 'por la tarde': '15:00', 'por la noche': '20:00' },
  hourWords: 'a las?',
  dayWord: 'el',
  inWords: ['en', 'dentro'],
  agoWords: ['hace'],
  nextWords: ['proximo', 'proxima', 'siguiente', 'viene'],
  lastWords: ['pasado', 'pasada', 'ultimo', 'ultima'],
  nextIsOfNextWeek: false,
  endWords: ['fin', 'final', 'finales'],
  fillers: ['el', 'la', 'los', 'las', 'a', 'al', 'de', 'del', 'este', 'esta', 'para', 'que'],
}

const words: Readonly<Record<Locale, DateWords>> = { en, de, es }

/** The reader's language first, then the others: people type dates in any of them. */
export const dateWords = (locale: Locale): readonly DateWords[] =>
  [locale, ...locales.filter((other) => other !== locale)].map((each) => words[each])
