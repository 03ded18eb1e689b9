<?php
function paytwin_url(string $url): string {
    $base = getenv('PAYTWIN_BASE_URL');
    return $base === false ? $url : preg_replace('~^https://api\.payments\.example~', $base, $url);
}

echo paytwin_url('https://api.payments.example/stores'), "\n";
