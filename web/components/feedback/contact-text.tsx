const address = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Free text with its line breaks; e-mail addresses in it can be written to. */
export function ContactText({ text }: { text: string }) {
  return (
    <p className="contact-text" style={{ margin: 0, whiteSpace: 'pre-line' }}>
      {text.split(address).map((part) => (address.test(part) ? <MailLink key={part} mail={part} /> : part))}
    </p>
  );
}

/** One e-mail address that can be written to. */
export function MailLink({ mail }: { mail: string }) {
  return <a href={`mailto:${mail}`}>{mail}</a>;
}

/** A telephone number that can be called: from Switzerland's zero in brackets too. */
export function PhoneLink({ phone }: { phone: string }) {
  const dialled = phone.replace(/^((?:\+|00)\d+)\s*\(0\)/, '$1').replace(/(?!^\+)\D/g, '');
  return <a href={`tel:${dialled}`}>{phone}</a>;
}
