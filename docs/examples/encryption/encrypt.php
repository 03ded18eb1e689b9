<?php
function encryptRsa(string $text, string $publicKey): string {
    $encrypted = '';
    foreach (str_split($text, 256 - 42) as $part) { // for a key of 2048 bits
        openssl_public_encrypt($part, $block, $publicKey, OPENSSL_PKCS1_OAEP_PADDING);
        $encrypted .= $block;
    }
    return base64_encode($encrypted);
}

function encryptPassphrase(string $text, string $passphrase): string {
    $salt = random_bytes(8);
    $derived = $last = '';
    while (strlen($derived) < 48) {
        $last = md5($last . $passphrase . $salt, true);
        $derived .= $last;
    }
    $body = openssl_encrypt($text, 'aes-256-cbc', substr($derived, 0, 32), OPENSSL_RAW_DATA, substr($derived, 32, 16));
    return base64_encode('Salted__' . $salt . $body);
}

echo encryptRsa(getenv('PAYLOAD'), getenv('PAYTWIN_MERCHANT_PUBLIC_KEY')), "\n";
echo encryptPassphrase(getenv('PAYLOAD'), getenv('PAYTWIN_MERCHANT_CLIENT_SECRET')), "\n";
