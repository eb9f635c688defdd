import type { RefusalTexts } from './refusals.ts'

export const de: RefusalTexts = {
  replyEmpty: 'Deine Antwort enthält keinen neuen Text. Schreib über den zitierten Text.',
  replyOnlyFiles:
    'Deine Antwort enthält Dateien, aber keinen Text. Dateien werden per E-Mail nicht angenommen. Hänge sie an die Karte an oder schreib einen Text.',
  replyTooLong: 'Deine Antwort hat mehr als {count} Zeichen. Sende eine kürzere.',
  replyNoteTooLong: 'Deine Anmerkung unter der Antwort hat mehr als {count} Zeichen. Sende eine kürzere.',
  replyGone: 'Die Karte oder die Frage wurde gelöscht, oder du hast keinen Zugriff mehr darauf.',
  replyToSeveral:
    'Der Agent stellt mehrere Fragen auf einmal. Sie lassen sich nicht per E-Mail beantworten. Öffne die Karte und beantworte jede.',
  replyToApproval:
    'Es wurde nichts genehmigt oder abgelehnt. Antworte noch einmal auf die E-Mail mit der Frage und schreib in die erste Zeile nur „Genehmigen“ oder „Ablehnen“. Was darunter steht, ist deine Anmerkung.',
  replyToChoice:
    'Es wurde nichts beantwortet. Die erste Zeile muss eine dieser Optionen oder ihre Nummer sein:\n{options}\n\nAntworte noch einmal auf die E-Mail mit der Frage.',
  mentionExternal: 'Text von außerhalb des Boards kann keine Agenten starten. Ein Mitglied des Boards kann @{handle} erwähnen.',
  mentionIgnored: '@{handle} startet nicht bei Erwähnung. Delegiere die Karte stattdessen an ihn.',
  mentionByWorker: 'Ein Agent, der an einer Karte arbeitet, kann dort keinen anderen starten. Bitte eine Person darum.',
  mentionsTooMany: 'Erwähnungen auf diesem Board haben in dieser Minute {count} Sitzungen gestartet. Erwähne @{handle} gleich noch einmal.',
  tooManyPasswords: 'Zu viele falsche Passwörter für dieses Konto. Versuche es in {count} s erneut.',
  wrongLogin: 'E-Mail oder Passwort ist falsch. Prüfe beides und versuche es erneut.',
  consentByToken:
    'Nur eine angemeldete Person kann einem Programm Zugriff geben: Öffne diese Seite in einem Browser. Token gelten hier nicht.',
  signInElsewhere: 'Diese Anmeldung wurde an anderer Stelle gestartet, ist schon beendet oder hat zu lange gedauert. Beginne noch einmal.',
  connectSignIn: 'Melde dich zuerst an: Du verbindest dein eigenes Konto.',
  domainNotAllowed: 'Mit {name} können sich nur Personen anmelden, deren bestätigte E-Mail-Adresse zu {domains} gehört.',
  signedInAsOther: 'Du bist jetzt als jemand anderes angemeldet. Melde dich mit deinem Konto an und verbinde es noch einmal.',
  providerDenied: '{name} hat dich nicht angemeldet, oder du hast abgebrochen. Wenn du möchtest, beginne noch einmal.',
  providerAnswerUnfit: 'Die Antwort von {name} passt nicht zur Anfrage. Beginne noch einmal.',
  personLinkGone: 'Dieser Link wurde verwendet, ist abgelaufen oder gehört zu einem Board, auf dem du nicht bist. Fordere einen neuen an.',
  pageFailed: 'Bei uns ist ein Fehler aufgetreten. Versuche es erneut.',
  wentWrong: 'Bei uns ist ein Fehler aufgetreten. Versuche es erneut. Wenn es weiter fehlschlägt, informiere den Betreiber.',
  databaseAway: 'Die Datenbank ist gerade nicht erreichbar. Versuche es erneut.',
  tooManyRequests: 'Zu viele Anfragen. Versuche es in {seconds} s erneut.',
  originForeign: 'Diese Anfrage kommt von einer anderen Website. Öffne Tandem und versuche es dort erneut.',
  questionAnswered: '{name} war schneller und hat geantwortet: {answer}. Deine Antwort wurde an den Agenten weitergegeben.',
  questionCompleted: 'Der Agent hat seine Arbeit ohne Antwort beendet. Deine Antwort wurde in der Sitzung vermerkt.',
  questionDefaulted:
    'Die Frist ist abgelaufen, und die Standardantwort wurde verwendet: {answer}. Deine Antwort wurde an den Agenten weitergegeben.',
  questionFailed: 'Die Sitzung endete ohne Antwort ({reason}). Deine Antwort wurde darin vermerkt.',
  questionLifted: 'Das Budget wurde geändert; damit ist diese Frage geschlossen. Deine Antwort wurde an den Agenten weitergegeben.',
  questionStopped: 'Die Sitzung wurde gestoppt, bevor eine Antwort kam. Deine Antwort wurde darin vermerkt.',
  approvalOfMembers: 'Nur Mitglieder und Admins dieses Boards können genehmigen oder ablehnen. Bitte eines von ihnen um eine Antwort.',
  budgetAnswerOfMembers:
    'Nur Mitglieder dieses Boards können ein Budget erhöhen oder eine Sitzung stoppen. Wähle „Jetzt abschließen“ oder bitte ein Mitglied darum.',
  boardBudgetAnswerOfAdmins:
    'Das Monatsbudget dieses Boards ist verbraucht. Nur ein Admin des Boards kann es erhöhen. Wähle „Jetzt abschließen“ oder „Stoppen“ oder bitte einen Admin darum.',
  boardArchived: 'Dieses Board ist archiviert und schreibgeschützt. Stelle es wieder her, bevor du es änderst.',
  roleNeeded: 'Deine Rolle auf diesem Board erlaubt das nicht. Frag einen Admin des Boards.',
  nothingChosen: 'Wähle mindestens eine Berechtigung oder lehne ab.',
  noBoardChosen: 'Wähle mindestens ein Board oder alle Boards des Agenten.',
  boardNotYours: 'Du hast keinen Zugriff mehr auf eines der Boards. Wähle erneut.',
  agentNotYours: 'Das ist nicht dein Agent, oder er ist deaktiviert. Wähle einen anderen.',
  agentNotOnBoard: 'Der Agent ist nicht auf {name}, und du bist dort kein Admin. Lass das Board weg oder bitte {admins}, ihn hinzuzufügen.',
  agentNotOnBoardWithoutAdmin:
    'Der Agent ist nicht auf {name}, und du bist dort kein Admin. Lass das Board weg oder bitte einen Admin, ihn hinzuzufügen.',
  boardChanged: 'Ein Board hat sich geändert, seit du diese Seite geöffnet hast. Wähle erneut.',
  consentAppUnknown:
    'Diese App ist hier nicht registriert, oder ihre Angaben lassen sich gerade nicht prüfen. Beginne in einer Minute in der App neu oder informiere ihren Entwickler.',
  consentAddressUnknown:
    'Die App möchte dich an eine Adresse weiterleiten, die für sie nicht registriert ist. Dorthin wurde nichts gesendet. Informiere ihren Entwickler.',
  consentRequestUnfit: 'Die App hat eine ungültige Anfrage gesendet. Informiere ihren Entwickler.',
  consentScopesNone: 'Keine der Berechtigungen, die die App anfragt, kann erteilt werden.',
  consentForged: 'Dieses Formular ist veraltet. Beginne erneut bei der App, die dich hierher geschickt hat.',
  providerUnknown: 'Diese Anmeldemöglichkeit gibt es nicht mehr. Lade die Seite neu.',
  providerAway: '{name} antwortet nicht. Versuche es später erneut.',
  providerRefusesService: '{name} lehnt Anfragen von Tandem ab. Bitte einen Instanz-Admin, Client-ID und Client-Secret zu prüfen.',
  knownEmail:
    'Es gibt bereits ein Konto mit deiner E-Mail. Melde dich wie bisher an und verbinde diesen Anbieter in den Einstellungen unter „Anmeldung“.',
  identityTaken: 'Dieses Konto ist mit einem anderen Tandem-Konto verbunden. Trenne es zuerst dort.',
  identitiesFull: 'Du kannst höchstens {count} Konten verbinden. Trenne zuerst eines.',
  signInTwice: 'Du hast die Anmeldung zweimal gleichzeitig gestartet. Versuche es erneut.',
  signInsFull: 'Gerade melden sich viele Personen an. Versuche es in einigen Sekunden erneut.',
  registrationClosed: 'Die Registrierung ist derzeit geschlossen. Frag einen Instanz-Admin.',
  accountInvited: 'Um ein Konto zu erstellen, brauchst du eine Einladung. Bitte den Admin eines Boards um einen Link.',
  accountInvitedUnverified:
    'Um ein Konto zu erstellen, brauchst du eine Einladung, und dein Anbieter hat deine E-Mail-Adresse nicht bestätigt. Bitte den Admin eines Boards um einen Einladungslink.',
  accountDeactivated: 'Dieses Konto ist deaktiviert. Frag einen Instanz-Admin.',
  callerDeactivated: 'Dieses Konto ist deaktiviert. Frag einen Instanz-Admin.',
  noPasswords: 'Die Anmeldung mit Passwort ist deaktiviert. Melde dich mit {name} an.',
}
