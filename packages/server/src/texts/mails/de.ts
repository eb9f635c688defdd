import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  reasons: {
    question: ({ name }) => `${name} hat eine Frage an dich`,
    mentioned: ({ name }) => `${name} hat dich erwähnt`,
    assigned: ({ name }) => `${name} hat dir eine Karte zugewiesen`,
    delegated: ({ name }) => `${name} hat eine Karte an dich delegiert`,
    unblocked: () => 'die Karte ist nicht mehr blockiert',
    review: ({ name }) => `die Arbeit von ${name} kann geprüft werden`,
    reviewed: ({ name }) => `${name} hat die Arbeit eines Agenten geprüft`,
    session_ended: ({ name, hasFailed, isCanceled }) =>
      hasFailed ? `eine Agentensitzung ${isCanceled ? 'wurde abgebrochen' : 'ist fehlgeschlagen'}` : `${name} ist fertig`,
    commented: ({ name }) => `${name} hat kommentiert`,
    watching: ({ name }) => `${name} hat eine Karte geändert, die du beobachtest`,
    due_soon: ({ due }) => (due === null ? 'bald fällig' : `fällig am ${due}`),
    webhook_disabled: () => 'ein Webhook wurde ausgeschaltet',
    rule: () => 'eine Regel hat dich benachrichtigt',
    agent_requested: ({ name }) => `${name} fragt einen deiner Agenten an`,
    budget: () => 'ein Budget ist fast verbraucht',
    invited: ({ name }) => `${name} hat dich zu einem Board eingeladen`,
  },
  external: 'Extern',
  fromOutside: 'Von außerhalb des Boards. Der Text kann keine Agenten starten, und Agenten lesen ihn nur als Information.',
  othersInSubject: (count) => `(und ${count} weitere)`,
  moreInInbox: (count) => `${count} weitere in deinem Eingang.`,
  replyTo: {
    answer: 'Antworte auf diese E-Mail, um die Frage zu beantworten.',
    comment: 'Antworte auf diese E-Mail, um zu kommentieren.',
  },
  settings: 'Welche E-Mails du bekommst, wählst du in den Benachrichtigungseinstellungen.',
  settingsAt: (url) => `Wähle, welche E-Mails du bekommst: ${url}`,
  question: {
    several: (count) => `${count} Fragen. Beantworte sie zusammen.`,
    approval: 'Genehmige oder lehne ab.',
    text: 'Antworte in eigenen Worten.',
    choice: 'Wähle eine der Optionen.',
    suggestions: 'Wähle eine Option oder antworte in eigenen Worten.',
    until: (time) => `Antworte bis ${time}.`,
    otherwise: (option) => `Ohne Antwort wird „${option}“ verwendet.`,
    approve: 'Genehmigen',
    deny: 'Ablehnen',
    option: (number) => `Option ${number}`,
    answer: 'Antworten',
    otherAnswer: 'Andere Antwort',
    budget: { more: 'Noch einmal dasselbe Budget', finish: 'Jetzt abschließen', stop: 'Stoppen' },
  },
  invitation: {
    subject: (board) => `Einladung zu ${board}`,
    body: ({ name, board, url }) =>
      `Hallo,\n\n${name} hat dich in Tandem zum Board „${board}“ eingeladen. Tritt innerhalb von 7 Tagen bei:\n\n${url}\n\nWenn du diese Einladung nicht erwartet hast, ignoriere diese E-Mail.\n`,
  },
  reset: {
    subject: 'Dein Tandem-Passwort zurücksetzen',
    body: ({ name, url }) =>
      `Hallo ${name},\n\nfür dein Konto wurde ein neues Passwort angefordert. Lege es innerhalb von 30 Minuten fest:\n\n${url}\n\nWenn du das nicht angefordert hast, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.\n`,
  },
  replies: {
    refused: 'Deine Antwort wurde nicht angenommen',
    unopened: 'Dein Kommentar hat keinen Agenten gestartet',
    unopenedText: 'Dein Kommentar wurde hinzugefügt. Diese Agenten sind nicht gestartet:',
    inbox: 'Eingang öffnen',
  },
}
